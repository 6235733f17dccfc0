/** The input of a model call with one question and one passage. */
import type { Citation } from "@/lib/assistant/mod.ts";
import type { ModelRequest } from "@/lib/assistant/model/chat_model.ts";

export const CITATION: Citation = {
  key: "heron:1",
  text: "A panel weighs 75 pounds. The sill is flush with the floor.",
  heading: "Sizes",
  provenance: {
    itemId: "heron",
    title: "Heron folding wall",
    contentType: "blog",
    sourceUrl: null,
    version: "1",
    fetchedAt: "2026-01-01T00:00:00.000Z",
  },
};
export const REQUEST: ModelRequest = {
  question: "How heavy?",
  history: [],
  passages: [CITATION],
  parts: [{
    question: "How heavy?",
    place: 0,
    about: ["Heron"],
    others: ["Vane"],
    passages: [CITATION],
  }],
  leftOut: 0,
  envelope: null,
};
