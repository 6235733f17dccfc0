/** The demo's questions in ask order, as a good consultant would ask them. */
import type { Factor } from "@/lib/catalog/mod.ts";
import { placed } from "./placed.ts";
import { atLeast, atMost, covers, factor, includes } from "./sheet.ts";

const INSIDE = includes("Interior", "Interior and exterior");
const OUTSIDE = includes("Exterior", "Interior and exterior");
const SEE_THROUGH = includes(
  "Single safety glass",
  "Double glazing",
  "Triple glazing",
  "Laminated acoustic glass",
);
const SCREENED = includes("Satin glass", "Switchable glass", "Opaque panel");

export const factors: Factor[] = placed([
  factor({
    id: "workspace",
    name: "Space",
    question: "Which space are you planning?",
    help: "If there are several, start with the one that matters most. You can come back.",
    tracks: ["workplace"],
    options: [
      {
        id: "meeting-rooms",
        label: "Meeting and board rooms",
        description: "Closed rooms where people talk, present and decide.",
        needs: { "interior-exterior": INSIDE },
      },
      {
        id: "training-suite",
        label: "A training or conference suite",
        description: "One large room that becomes two or three, and back.",
        needs: { "interior-exterior": INSIDE },
      },
      {
        id: "open-floor",
        label: "An open-plan floor",
        description: "Focus areas and project rooms that come and go.",
        needs: { "interior-exterior": INSIDE },
      },
      {
        id: "reception",
        label: "A reception, café or lobby",
        description: "The first thing visitors see, closed after hours.",
        needs: { "interior-exterior": INSIDE },
      },
      {
        id: "terrace-front",
        label: "A terrace or street front",
        description: "An outside wall that opens to the weather.",
        needs: { "interior-exterior": OUTSIDE },
      },
    ],
  }),
  factor({
    id: "venue",
    name: "Venue",
    question: "What kind of place is it?",
    help: "Choose what the room earns its keep with on most days.",
    tracks: ["hospitality"],
    options: [
      {
        id: "restaurant",
        label: "A restaurant",
        description: "Tables inside and out, full when the weather is good.",
      },
      {
        id: "bar-cafe",
        label: "A bar or café",
        description: "Quick service, a counter, and a front that invites people in.",
      },
      {
        id: "hotel",
        label: "A hotel or resort",
        description: "Lobbies, pool terraces, suites and breakfast rooms.",
      },
      {
        id: "event-hall",
        label: "An event hall or ballroom",
        description: "One floor, several events, fast changeovers.",
      },
      {
        id: "shop",
        label: "A shop or shopping centre unit",
        description: "A front that disappears in trading hours and locks at night.",
      },
    ],
  }),
  factor({
    id: "place",
    name: "Place",
    question: "Where will the wall stand?",
    help: "Weather decides more about a movable wall than anything else.",
    tracks: ["home", "hospitality"],
    options: [
      {
        id: "between-rooms",
        label: "Between two rooms",
        description: "Indoors on both sides, no weather at all.",
        needs: { "interior-exterior": INSIDE },
      },
      {
        id: "porch",
        label: "On a porch, balcony or covered terrace",
        description: "Under a roof, to keep out wind, leaves and spray.",
        needs: { "interior-exterior": OUTSIDE },
      },
      {
        id: "mild-outside",
        label: "In an outside wall, mild climate",
        description: "Some rain, few frosts.",
        needs: { "interior-exterior": OUTSIDE, "water-rating": covers(3) },
      },
      {
        id: "cold-outside",
        label: "In an outside wall, cold winters",
        description: "Months of heating; drafts and condensation matter.",
        needs: { "interior-exterior": OUTSIDE, "u-factor": covers(0.3) },
      },
      {
        id: "coast-outside",
        label: "In an outside wall, coast or storm country",
        description: "Driven rain, gusts and salt in the air.",
        needs: {
          "interior-exterior": OUTSIDE,
          "water-rating": covers(9),
          "design-pressure": atLeast(50),
        },
      },
    ],
  }),
  factor({
    id: "opening",
    name: "Opening",
    question: "What are you opening up?",
    help: "Measure from the finished floor, or from the countertop, to the head of the opening.",
    tracks: ["home", "hospitality"],
    options: [
      {
        id: "counter-window",
        label: "A window above a counter or bar",
        description: "Up to about 5 feet tall, for passing plates and drinks.",
        needs: { "use-cases": includes("Serving counter") },
      },
      {
        id: "doorway",
        label: "A wide doorway, up to 8 feet tall",
        description: "Ordinary ceiling height, room for a few panels.",
        needs: { "panel-height": atLeast(96) },
      },
      {
        id: "wall-tall",
        label: "A whole wall, 8 to 10 feet tall",
        description: "Floor to ceiling in most new buildings.",
        needs: { "panel-height": atLeast(120) },
      },
      {
        id: "wall-grand",
        label: "A grand wall, over 10 feet tall",
        description: "Double-height rooms, lobbies and halls.",
        needs: { "panel-height": atLeast(144) },
      },
    ],
  }),
  factor({
    id: "width",
    name: "Width",
    question: "How wide is the opening?",
    help: "A rough figure is fine. Count the whole run, corners included.",
    options: [
      {
        id: "width-small",
        label: "Up to 12 feet",
        description: "Two to five panels.",
        needs: { "opening-width": covers(10) },
      },
      {
        id: "width-medium",
        label: "12 to 20 feet",
        description: "Most of one side of a room.",
        needs: { "opening-width": covers(20) },
      },
      {
        id: "width-large",
        label: "20 to 40 feet",
        description: "A whole side of the building.",
        needs: { "opening-width": covers(40) },
      },
      {
        id: "width-vast",
        label: "More than 40 feet",
        description: "A hall, a lobby or a run of shopfronts.",
        needs: { "opening-width": covers(48) },
      },
    ],
  }),
  factor({
    id: "height",
    name: "Ceiling height",
    question: "How tall is the opening?",
    help: "From the finished floor to the underside of the structure that can carry a track.",
    tracks: ["workplace"],
    options: [
      {
        id: "height-standard",
        label: "Up to 9 feet",
        description: "An ordinary office ceiling.",
        needs: { "panel-height": atLeast(108) },
      },
      {
        id: "height-raised",
        label: "9 to 10 feet",
        description: "A newer floor, or the ceiling left open.",
        needs: { "panel-height": atLeast(120) },
      },
      {
        id: "height-tall",
        label: "10 to 12 feet",
        description: "A generous floor, a lobby or a showroom.",
        needs: { "panel-height": atLeast(144) },
      },
      {
        id: "height-hall",
        label: "Over 12 feet",
        description: "A hall, an atrium or a converted factory.",
        needs: { "panel-height": atLeast(168) },
      },
    ],
  }),
  factor({
    id: "sound",
    name: "Acoustic privacy",
    question: "How much should be heard on the other side?",
    help: "Think of the loudest ordinary moment: a video call, a laugh, a microphone.",
    tracks: ["workplace"],
    options: [
      {
        id: "sound-open",
        label: "Hearing is fine, it should just look divided",
        description: "A visual break between neighbours who work together.",
      },
      {
        id: "sound-speech",
        label: "Voices should fade into the background",
        description: "You notice that people talk, without following it.",
        needs: { "stc": covers(35) },
      },
      {
        id: "sound-private",
        label: "Conversations should stay private",
        description: "Raised voices are a murmur next door.",
        needs: { "stc": covers(42) },
      },
      {
        id: "sound-confidential",
        label: "Confidential: nothing may be understood",
        description: "Board meetings, health, legal, or amplified sound.",
        needs: { "stc": covers(52) },
      },
    ],
  }),
  factor({
    id: "look",
    name: "Look",
    question: "What would you like to see when it is closed?",
    help: "Closed is how a movable wall is seen for most of its life.",
    options: [
      {
        id: "look-clear",
        label: "Clear glass in honest frames",
        description: "Plenty of glass, visible frames, good value.",
        needs: { "glazing": SEE_THROUGH },
      },
      {
        id: "look-slim",
        label: "As little frame as possible",
        description: "Glass edge to edge, the view uninterrupted.",
        needs: { "glazing": SEE_THROUGH },
      },
      {
        id: "look-warm",
        label: "Wood and warm surfaces",
        description: "A wall that belongs with furniture and floors.",
      },
      {
        id: "look-private",
        label: "Privacy: light is welcome, eyes are not",
        description: "Satin or switchable glass, or solid panels.",
        needs: { "glazing": SCREENED },
      },
    ],
  }),
  factor({
    id: "floor",
    name: "Floor",
    question: "What may cross the floor?",
    help: "Every bit of sill keeps rain out, and every bit is also something to step over.",
    options: [
      {
        id: "floor-sill",
        label: "A proper sill is welcome",
        description: "Weather and drafts come first; a small step is fine.",
      },
      {
        id: "floor-low",
        label: "A low bevelled threshold",
        description:
          "Three quarters of an inch at most, easy for strollers and carts. Outside, it lets in rain sooner than a taller sill.",
        needs: { "sill-height": atMost(0.75) },
      },
      {
        id: "floor-flush",
        label: "A level floor",
        description:
          "Half an inch at most and bevelled, for wheelchairs, bare feet and tables alike.",
        needs: { "sill-height": atMost(0.5) },
      },
      {
        id: "floor-clear",
        label: "Nothing on the floor, if it can be done",
        description: "Hung from above where possible, otherwise a slot level with the floor.",
        needs: { "sill-height": atMost(0.5) },
      },
    ],
  }),
  factor({
    id: "handling",
    name: "Daily use",
    question: "Who will open it, and how often?",
    help: "The right hardware for ten times a day is not the right one for ten times a year.",
    options: [
      {
        id: "use-daily",
        label: "Anyone, many times a day",
        description: "It works like a door and forgives everybody.",
      },
      {
        id: "use-staff",
        label: "One or two people who know how",
        description: "Opened and set for the day, the evening or the event.",
      },
      {
        id: "use-seasonal",
        label: "A few times a season",
        description: "Stays open for weeks, then closed for weeks.",
      },
      {
        id: "use-button",
        label: "A button",
        description: "Motor and controls do the work.",
        needs: { "drive": includes("Motor optional", "Motorised") },
      },
    ],
  }),
  factor({
    id: "household",
    name: "People",
    question: "Who should it be easy for?",
    help: "Choose all that apply. It steers hardware, weight and threshold.",
    multiple: true,
    tracks: ["home"],
    options: [
      {
        id: "people-children",
        label: "Small children or pets",
        description: "Fingers, paws and the odd football.",
      },
      {
        id: "people-wheels",
        label: "Someone on wheels",
        description: "A wheelchair, a walker or a stroller.",
        needs: { "sill-height": atMost(0.5) },
      },
      {
        id: "people-gentle",
        label: "Someone who should not push hard",
        description: "Light panels or smooth rollers matter.",
      },
      {
        id: "people-guests",
        label: "A house full of guests",
        description: "Wide open for parties, in and out all evening.",
      },
    ],
  }),
  factor({
    id: "priorities",
    name: "Priorities",
    question: "What matters most to you?",
    help: "Choose all that apply. Our rules look at each one when several walls would do.",
    multiple: true,
    options: [
      {
        id: "priority-cost",
        label: "A lean budget",
        description: "Do the job well, spend no more than needed.",
      },
      {
        id: "priority-view",
        label: "View and daylight",
        description: "Large panes, little frame, nothing in the way.",
      },
      {
        id: "priority-energy",
        label: "Comfort and energy",
        description: "Warm in winter, cool in summer, no drafts.",
      },
      {
        id: "priority-quiet",
        label: "Peace and quiet",
        description: "Less of the street, the kitchen or the next room.",
      },
      {
        id: "priority-open",
        label: "As open as possible",
        description: "No leftover panels in the opening.",
      },
      {
        id: "priority-durable",
        label: "Built to take a beating",
        description: "Years of heavy use with little care.",
      },
    ],
  }),
]);
