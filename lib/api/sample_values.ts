/** The values in the API samples: one buyer's result with the systems of the demo catalog. */

const FETCHED_AT = "2026-03-04T12:00:00Z";

const PICTURE = {
  id: "heron-thermal-sea-golden",
  type: "image",
  title: "Heron Thermal in a living room by the sea",
  alt: "A folding wall in graphite aluminium, half folded, between a living room and a terrace.",
  width: 1600,
  height: 1067,
  placeholder: "#e8d8b8",
  embed: null,
};

const GALLERY_PICTURE = { ...PICTURE, position: 0, primary: true };

const PROJECT = {
  uuid: "0b6d2f1e-7c61-4c0e-9a60-3a2f6c0f6b1a",
  name: "Dune House",
  city: "Carpinteria",
  state: "CA",
  location: "Carpinteria, CA",
  canonicalUrl: "https://www.example.com/projects/dune-house",
  role: "recommended",
  matchedSystemName: "Heron Thermal",
  image: PICTURE,
};

const PASSAGE = {
  itemId: "heron-thermal-page",
  title: "Heron Thermal folding wall",
  heading: "Sizes and weight",
  text: "Each panel measures 22 to 39 inches wide and up to 126 inches tall.",
  contentType: "pdp",
  sourceUrl: "https://www.example.com/products/heron-thermal",
  version: "81b0296736c2",
  fetchedAt: FETCHED_AT,
};

/** A citation's key: `<itemId>:<seq>` (spec §2.11). */
const CITATION_KEY = `${PASSAGE.itemId}:2`;

const ANSWERED = { factorId: "place", optionId: "mild-outside" };

/**
 * Sample values by property name, or by `<parent property>.<property>` where the parent matters. The longer key is tried
 * first, and the value is used unchanged.
 */
export const SAMPLE_VALUES: Readonly<Record<string, unknown>> = {
  ...ANSWERED,
  optionIds: ["mild-outside", "wall-tall", "people-guests"],
  systemId: "heron-thermal",
  "recommended.name": "Heron Thermal",
  "recommended.tagline": "The folding wall that can face winter.",
  "recommended.budgetTier": "Select",
  "recommended.media": GALLERY_PICTURE,
  matchedRuleIds: ["home-party"],
  "recommended.rationales": ["Every panel folds to one side, and the opening clears completely."],
  "alternatives.systemId": "heron-lite",
  "alternatives.name": "Heron Lite",
  "alternatives.tagline": "The straightforward folding wall.",
  "alternatives.budgetTier": "Essential",
  "alternatives.media": null,
  "alternatives.role": "alternative",
  "alternatives.rationales": ["It folds as wide for less, and keeps less rain and cold out."],
  fromSystemId: "heron-thermal",
  fromTier: "Select",
  toSystemId: "heron-lite",
  toTier: "Essential",
  "overSpecified.note":
    "Heron Lite (Essential) also meets what your answers require, on a lower budget tier than Heron Thermal (Select).",
  items: [GALLERY_PICTURE],
  explanation: null,
  ruleId: "home-party",
  "firedRules.name": "Room for a house full of guests",
  priority: 33,
  surfacedSystemCount: 2,
  matchedProjects: [PROJECT],
  evidence: [PASSAGE],
  passages: [PASSAGE],
  talkingPoints: [PASSAGE],
  project: PROJECT,
  resourceUrl: PASSAGE.sourceUrl,
  selectionMedia: [{
    src: "/media/heron-thermal-sea-golden/w960",
    alt: PICTURE.alt,
    title: PICTURE.title,
    score: 8,
    matchedAxes: ["system", "factor", "geography"],
  }],
  score: 8,
  "hero.factorId": null,
  "hero.media": PICTURE,
  "hero.why": "Shows Heron Thermal as in your answer “In an outside wall, mild climate”.",
  "illustrationRanking.answers": [{
    tier: "exact",
    score: 8,
    why: "Shows Heron Thermal as in your answer “In an outside wall, mild climate”.",
    factorId: ANSWERED.factorId,
    media: PICTURE,
  }],
  "answers.why":
    "Heron Thermal has what this answer requires: inside or outside and rain tightness.",
  "open.factorId": "floor",
  mayStop: false,
  "counterfactuals.systemId": "heron-storm",
  "changes.from": ["mild-outside"],
  "changes.to": ["coast-outside"],
  "rows.attributeId": "design-pressure",
  "rows.from": { type: "dimension", measurement: 50, note: null },
  "rows.to": { type: "dimension", measurement: 30, note: null },
  askedBy: [],

  "systems.id": "heron-lite",
  "systems.name": "Heron Lite",
  tagline: "The straightforward folding wall.",
  operationType: "Folding",
  budgetTier: "Essential",
  material: "Aluminium",
  interiorExterior: "Interior and exterior",
  useCases: ["Home living", "Porch or balcony"],
  image: {
    ...GALLERY_PICTURE,
    id: "heron-lite-garden-noon",
    title: "Heron Lite in a kitchen on a garden",
    alt: "A folding wall in white aluminium, half folded, between a kitchen and a garden.",
  },

  "factors.id": "opening",
  "factors.name": "Opening",
  question: "What are you opening up?",
  help: "Measure from the finished floor to the head of the opening.",
  multiple: false,
  trackIds: ["home", "hospitality"],
  "options.id": "wall-tall",
  "options.label": "A whole wall, 8 to 10 feet tall",
  "options.description": "Floor to ceiling in most new buildings.",

  "rows.name": "Wind load",
  "rows.group": "Performance",
  "rows.description": "Wind pressure that it carries in the tested size.",
  "rows.unit": "psf",
  "rows.values": {
    "heron-lite": { type: "dimension", measurement: 30, note: null },
    "heron-thermal": { type: "dimension", measurement: 50, note: null },
  },

  recommendation: "heron-thermal",
  "session.alternatives": ["heron-lite"],
  "session.answers": { place: "mild-outside", opening: "wall-tall" },
  systems_viewed: ["heron-thermal", "heron-lite"],
  firstName: "Ada",

  "reply.text": "Each panel is up to 126 inches tall.",
  model: "stub-chat-v1",
  spans: [{ start: 0, end: 36, key: CITATION_KEY, from: 0, to: 67 }],
  citations: [{
    key: CITATION_KEY,
    text: PASSAGE.text,
    heading: PASSAGE.heading,
    provenance: {
      itemId: PASSAGE.itemId,
      title: PASSAGE.title,
      contentType: PASSAGE.contentType,
      sourceUrl: PASSAGE.sourceUrl,
      version: PASSAGE.version,
      fetchedAt: FETCHED_AT,
    },
    pdpPath: "/products/heron-thermal",
  }],

  summary: "Asks about Heron Thermal: “How tall can a panel be?”",
  questions: ["How tall can a panel be?"],
  system: { id: "heron-thermal", name: "Heron Thermal" },
  contactUrl: "https://www.example.com/contact",
  disclosure: "So far you talked to a program. From here a person answers.",
  transcript: [{ role: "user", content: "How tall can a panel be?" }],

  "counts.systems": 23,
  "counts.attributes": 22,
  "counts.factors": 12,
};
