/** Classes of words for the elements of phrases, in addition to `Concept` and `Mark`. */
import { wordBits } from "../word_bits.ts";
import { EUROPEAN } from "./classes_europe.ts";

/** The classes as bits of one number. */
export const Class = {
  /** Verbs of disabling. */
  OFF: 1 << 0,
  /** Safeguards of an assistant, in words that buyers do not use. */
  SAFETY: 1 << 1,
  /** The assistant's task or role. */
  TASK: 1 << 2,
  /** The assistant's own instructions, as text. */
  OWN_TEXT: 1 << 3,
  /** Participles and adjectives for "no longer in force". */
  VOIDED: 1 << 5,
  /** Verbs of showing a text verbatim. */
  PRINT: 1 << 7,
  /** People who command a program. */
  MASTER: 1 << 8,
  /** Companies that make language models. */
  VENDOR: 1 << 9,
  /** Words for "without restraint". */
  LOOSE: 1 << 10,
  /** Verbs of breaking or disobeying rules. */
  REBEL: 1 << 11,
  /** Verbs of speaking or behaving as somebody. */
  PERFORM: 1 << 12,
  /** A person or an employee of the company. */
  SOMEBODY: 1 << 13,
  /** A fictional frame: story, scene, game. */
  FICTION: 1 << 14,
  /** Negations: not, never, without. */
  NONE: 1 << 15,
  /** The conversation or a message of it. */
  TALK: 1 << 18,
  /** Restrictions in general; buyers speak of them too. */
  RESTRAINT: 1 << 19,
  /** A chat program. */
  BOT: 1 << 20,
  /** Verbs and formats of rewriting a text. */
  RESHAPE: 1 << 21,
  /** Verbs of asserting. */
  ASSERT: 1 << 22,
  // Classes of other languages, apart from the English ones so that English sentences match only English words:
  // disabling, safeguards, instructions, negations, a program, a person, speaking or behaving, supposing.
  X_OFF: 1 << 23,
  X_RULES: 1 << 24,
  X_ORDERS: 1 << 25,
  X_NONE: 1 << 26,
  X_BOT: 1 << 27,
  X_PERSON: 1 << 28,
  X_ACT: 1 << 29,
  X_IF: 1 << 30,
} as const;

const WORDS: Readonly<Record<keyof typeof Class, string>> = {
  OFF:
    "disable disables deactivate suspend suspends lift lifts remove removes bypass bypasses circumvent override overrides drop drops waive unlock kill escape evade violate discard abandon shed shut relax loosen ignore disregard forget erase delete unlearn dismiss renounce abolish cancel revoke break skip scrap ditch neutralize neutralise purge wipe dissolve strip stop cease quit dropping ignoring disregarding lifting bypassing disabling abandoning breaking",
  SAFETY:
    "safeguard* moderation guardrail* censor* ethic* moral* alignment inhibition* jailbreak* self-censorship disclaimers refusals refusal policing",
  TASK:
    "task tasks purpose goal goals objective objectives mission job role function assignment identity duty instructions instruction directive directives command commands orders priority persona prompt",
  OWN_TEXT:
    "prompt prompts preprompt instructions instruction directives directive guidelines guideline rules preamble configuration config briefing programming constraints restrictions orders metaprompt settings parameters blueprint mandate dos training system-prompt sysprompt systemprompt system_prompt rulebook memo",
  VOIDED:
    "void lifted removed disabled off gone suspended cancelled canceled revoked deactivated invalid obsolete expired waived dropped deleted erased withdrawn inactive nullified abolished dissolved meaningless irrelevant relaxed unlocked overridden superseded outdated paused optional exempt",
  PRINT:
    "repeat repeats print output copy paste reproduce echo recite dump regurgitate display reveal disclose expose leak transcribe spit quote cite show list reprint unveil divulge spell return emit extract retrieve",
  MASTER:
    "developer developers creator admin administrator programmer owner operator root sysadmin maintainer superuser ceo maker master supervisor auditor pentester tester team engineer engineers",
  VENDOR: "openai anthropic deepmind microsoft google xai mistral meta",
  LOOSE:
    "freely unfiltered uncensored unrestricted unbound unlimited unbounded unhinged unmoderated candidly raw limitless unshackled unleashed unconstrained untethered unapologetic jailbroken unlocked rogue evil lawless amoral unethical uninhibited",
  REBEL:
    "ignores ignore ignoring breaks break breaking broke disobeys disobey defies defy disregards disregard forgets escapes escaped escape rebels refuses abandons violates flouts rejects overrides bypasses overcomes broken rebelled overthrows",
  PERFORM:
    "act speak talk write answer reply respond behave pose sign play chat greet introduce converse interact communicate type portray roleplay pretend",
  SOMEBODY:
    "human humans person man woman guy employee colleague staff advisor adviser consultant salesperson salesman saleswoman rep representative agent manager boss director expert specialist engineer technician installer receptionist neighbour neighbor friend uncle aunt brother sister coworker clerk flesh owner ceo lawyer sir lady gentleman somebody someone dealer architect planner",
  FICTION:
    "story scene novel play script dialogue tale fiction movie film game exercise experiment simulation roleplay hypothetical hypothetically scenario universe fanfiction imagine pretend suppose theatre episode sketch",
  NONE:
    "no not never without none nothing dont zero free lacks lacking beyond isnt arent cannot cant ungoverned",
  TALK:
    "message messages chat conversation prompt input turn transcript query window session user thread dialogue dialog exchange",
  RESTRAINT:
    "rule rules limit limits restriction restrictions constraint constraints guideline guidelines policy policies boundaries limitation limitations regulations principles norms instructions programming protocol protocols taboos inhibitions scruples restraint restraints checks ethics morals guardrails safeguards censorship refusals law laws directives directions guidance shackles chains rulebook muzzle",
  BOT:
    "ai bot chatbot assistant llm model robot gpt chatgpt claude agent program machine computer software algorithm",
  RESHAPE:
    "translate rewrite summarise summarize paraphrase convert encode turn express rephrase compress poem rap song haiku json base64 emoji bullet reverse backwards acrostic describe explain spell table yaml xml code",
  ASSERT:
    "say claim tell swear insist confirm assert state declare maintain pretend affirm write assure convince promise admit",
  ...EUROPEAN,
};

/** Returns the classes of a folded word; 0 for most. */
export const classesOf = wordBits(Class, WORDS);
