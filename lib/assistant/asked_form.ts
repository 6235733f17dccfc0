/**
 * Judges whether a passage fits the form of a question: for a list of systems, a figure under a condition, the meaning of a
 * word, what the buyer needs, or a text about something. A passage that only has the question's words may not. Pure.
 */
import { hasName } from "../text/mod.ts";
import { NEEDED } from "./answer_kinds.ts";
import {
  headOf,
  isDefinition,
  IT,
  measuredIn,
  sentencesIn,
  statesFigure,
  type Titled,
  topicIn,
  topicOf,
  type TopicWord,
} from "./topic.ts";

const LISTS =
  /\b(?:which|what)(?: of (?:your|the|these))?(?: (?!of\b)[a-z]{2,15})? (?:systems|walls|models|products|partitions)\b/i;

/** Whether a question asks for systems, whichever are in view: "Which systems are for outside?" */
export function asksForSystems(question: string): boolean {
  return LISTS.test(question) && !IT.test(question);
}

/** A question with the systems that it is about, and all others. */
interface AskedOf {
  readonly question: string;
  readonly about: readonly string[];
  readonly others: readonly string[];
}

const FORMS = [listsSystems, holdsUnder, defines, isText, isNeeded];

/** Returns whether a passage fits the form of a question. It fits any form that is not known here. */
export function fitsForm(asked: AskedOf, passage: Titled): boolean {
  return FORMS.every((fits) => fits(asked, passage));
}

/** A list of systems names two of them. */
function listsSystems({ question, about, others }: AskedOf, { text }: Titled): boolean {
  return !asksForSystems(question) ||
    [...about, ...others].filter((name) => hasName(text, name)).length > 1;
}

/** The condition of a figure: "How loud is it when it closes?", but figures are those of a closed wall anyway. */
const CONDITION =
  /\b(?:when|while|during|after|before|if|with|without)\b(?!.{0,200}\b(?:closed|shut|locked)\b)(.+)/i;

/** A figure under a condition stands in a sentence that has a word of it, whatever that one calls the property. */
function holdsUnder({ question, about, others }: AskedOf, passage: Titled): boolean {
  const measured = measuredIn(question, about);
  const [, condition = ""] = measured.length > 0 ? CONDITION.exec(question) ?? [] : [];
  const topic = topicOf(condition, about)
    .filter(({ word }) => !measured.some((other) => other.word === word));
  const names = about.length > 0 ? about : others;
  return topic.length === 0 || names.some((name) => statesFigure(passage, name, topic));
}

const MEANS = /\b(?:is|are) (?:an?|the|one|what|how)\b|\b(?:means?|stands? for|called|known as)\b/i;

/** The meaning of a word is under a heading with that word, or in a sentence that says what something is. */
function defines({ question, about }: AskedOf, passage: Titled): boolean {
  if (!isDefinition(question)) return true;
  const topic = topicOf(question, about).filter(({ word }) => word !== "mean");
  return hasAll(topic, headOf(passage)) ||
    sentencesIn(passage).some((sentence) => MEANS.test(sentence) && hasAll(topic, sentence));
}

const A_TEXT =
  /\b(?:write|compose|sing|make|tell|give|draft|create|invent|know)(?: me| us)?(?: an?| some| any)((?: [a-z]{2,20}){1,3}) about\b(?! \d)/i;
/** "Some information about doors" is anything that documents say of doors. */
const ANY_TEXT =
  /^(?:information|info|details?|facts?|figures?|data|advice|ideas?|questions?|words?|bit|more|news|summary|overview|explanation|document|page|sheet|article|brochure|leaflet|guide)$/i;

/** "Write a poem about doors" asks for a poem; "I have a concern about doors" asks for no text. */
function isText({ question, about }: AskedOf, passage: Titled): boolean {
  const [, words = ""] = A_TEXT.exec(question) ?? [];
  const word = words.split(" ").at(-1) ?? "";
  return ANY_TEXT.test(word) ||
    hasAll(topicOf(word, about), `${headOf(passage)}\n${passage.text}`);
}

const I_NEED =
  /^\W*(?:what|which) ([^.?!]{2,60}?) (?:do|would|will|should) (?:i|we|you) need\W{0,5}$/i;

/** The things that the buyer needs ("What tools do I need?") are in a sentence that says so. */
function isNeeded({ question, about }: AskedOf, passage: Titled): boolean {
  const [, things = ""] = I_NEED.exec(question) ?? [];
  const topic = topicOf(things, about);
  return topic.length === 0 ||
    sentencesIn(passage).some((sentence) =>
      sentence.search(NEEDED) !== -1 && hasAll(topic, sentence)
    );
}

function hasAll(topic: readonly TopicWord[], text: string): boolean {
  return topicIn(topic, text).length === topic.length;
}
