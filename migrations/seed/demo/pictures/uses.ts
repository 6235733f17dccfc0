/** Usages of pictures outside galleries: for answers of the guide and on pages. */

/** The default picture of each option. */
export const OPTION_PICTURES: Readonly<Record<string, string>> = {
  "meeting-rooms": "causeway-interior-meeting-noon",
  "training-suite": "quarry-panel-training-noon",
  "open-floor": "vane-screen-office-morning",
  "reception": "vane-screen-lobby-noon",
  "terrace-front": "causeway-thermal-hotel-dusk",
  "restaurant": "causeway-thermal-restaurant-golden",
  "bar-cafe": "heron-counter-bar-dusk",
  "hotel": "heron-storm-hotel-dusk",
  "event-hall": "quarry-steel-ballroom-evening",
  "shop": "glasswing-front-shop-night",
  "between-rooms": "vane-screen-living-golden",
  "porch": "heron-lite-porch-noon",
  "mild-outside": "estuary-lite-garden-noon",
  "cold-outside": "heron-clad-snow-day",
  "coast-outside": "heron-thermal-sea-golden",
  "counter-window": "estuary-counter-kitchen-morning",
  "wall-tall": "estuary-thermal-mountains-morning",
  "wall-grand": "estuary-vista-lake-golden",
  "look-slim": "glasswing-balcony-balcony-dusk",
  "look-warm": "heron-clad-forest-golden",
  "look-private": "glasswing-interior-boardroom-private",
};

/** Pictures of pages, by slot. */
export const PAGE_PICTURES: readonly { page: string; slot: string; asset: string }[] = [
  { page: "home", slot: "hero", asset: "heron-thermal-sea-golden" },
];

/** Systems whose gallery is a slideshow; all other galleries are grids. */
export const SLIDESHOWS: ReadonlySet<string> = new Set(["heron-thermal"]);
