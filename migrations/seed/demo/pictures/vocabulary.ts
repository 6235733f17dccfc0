/** The demo's categories of pictures, with the options that match each. */

export interface Category {
  id: string;
  axis: "application" | "geography" | "attribute";
  name: string;
  words: readonly string[];
  options: readonly string[];
}

export const CATEGORIES: readonly Category[] = [
  {
    id: "application-house-and-garden",
    axis: "application",
    name: "House and garden",
    words: ["home", "living room", "garden", "kitchen"],
    options: ["people-children", "people-guests"],
  },
  {
    id: "application-restaurant-and-bar",
    axis: "application",
    name: "Restaurant and bar",
    words: ["restaurant", "bar", "dining room"],
    options: ["restaurant", "bar-cafe"],
  },
  {
    id: "application-cafe-and-counter",
    axis: "application",
    name: "Café and counter",
    words: ["cafe", "counter", "serving window"],
    options: ["bar-cafe", "counter-window"],
  },
  {
    id: "application-hotel-and-resort",
    axis: "application",
    name: "Hotel and resort",
    words: ["hotel", "resort", "suite"],
    options: ["hotel"],
  },
  {
    id: "application-office",
    axis: "application",
    name: "Office floors",
    words: ["office", "studio", "open plan"],
    options: ["open-floor"],
  },
  {
    id: "application-meeting",
    axis: "application",
    name: "Meeting and boardrooms",
    words: ["meeting", "boardroom"],
    options: ["meeting-rooms"],
  },
  {
    id: "application-training",
    axis: "application",
    name: "Training and teaching",
    words: ["training", "classroom", "seminar"],
    options: ["training-suite"],
  },
  {
    id: "application-events",
    axis: "application",
    name: "Events and ballrooms",
    words: ["ballroom", "hall", "event", "conference"],
    options: ["event-hall"],
  },
  {
    id: "application-shopfront",
    axis: "application",
    name: "Shopfronts",
    words: ["shop", "storefront", "arcade"],
    options: ["shop"],
  },
  {
    id: "application-lobby",
    axis: "application",
    name: "Lobbies and reception",
    words: ["lobby", "reception", "gallery", "clinic"],
    options: ["reception"],
  },
  {
    id: "geography-coast",
    axis: "geography",
    name: "Coast and sea",
    words: ["sea", "coast", "beach", "ocean"],
    options: ["coast-outside"],
  },
  {
    id: "geography-cold",
    axis: "geography",
    name: "Cold winters",
    words: ["snow", "winter", "alpine"],
    options: ["cold-outside"],
  },
  {
    id: "geography-mountain",
    axis: "geography",
    name: "Mountains and lakes",
    words: ["mountains", "lake", "valley"],
    options: ["cold-outside"],
  },
  {
    id: "geography-mild",
    axis: "geography",
    name: "Mild and green",
    words: ["forest", "vineyard", "meadow"],
    options: ["mild-outside"],
  },
  {
    id: "geography-dry",
    axis: "geography",
    name: "Dry and hot",
    words: ["desert", "canyon"],
    options: [],
  },
  {
    id: "geography-city",
    axis: "geography",
    name: "City",
    words: ["street", "skyline", "downtown", "urban"],
    options: ["terrace-front"],
  },
  {
    id: "attribute-wide-open",
    axis: "attribute",
    name: "Wide open",
    words: ["open", "opened"],
    options: ["priority-open"],
  },
  {
    id: "attribute-slim-frames",
    axis: "attribute",
    name: "Hardly any frame",
    words: ["frameless", "slim", "minimal"],
    options: ["look-slim", "priority-view"],
  },
  {
    id: "attribute-warm-wood",
    axis: "attribute",
    name: "Warm wood",
    words: ["oak", "walnut", "wood", "veneer"],
    options: ["look-warm"],
  },
  {
    id: "attribute-privacy",
    axis: "attribute",
    name: "Private when closed",
    words: ["satin", "private", "privacy"],
    options: ["look-private"],
  },
  {
    id: "attribute-quiet",
    axis: "attribute",
    name: "Peace and quiet",
    words: ["acoustic", "soundproof"],
    options: ["priority-quiet", "sound-private", "sound-confidential"],
  },
  {
    id: "attribute-level-floor",
    axis: "attribute",
    name: "Level floor",
    words: ["flush", "threshold", "level"],
    options: ["floor-flush", "floor-clear"],
  },
  {
    id: "attribute-evening",
    axis: "attribute",
    name: "Evening light",
    words: ["dusk", "night", "evening"],
    options: [],
  },
  {
    id: "attribute-detail",
    axis: "attribute",
    name: "Close up",
    words: ["detail", "close", "hardware"],
    options: [],
  },
];
