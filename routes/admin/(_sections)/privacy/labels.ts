/** Labels of erasures. Pure. */
import type { Choice, ErasurePlan, Receipt } from "@/lib/privacy/mod.ts";
import { capitalized } from "@/components/ui/capitalized.ts";
import { counted } from "@/components/ui/counted.ts";
import { formatCount, formatDay } from "@/lib/text/mod.ts";

interface StoreWords {
  readonly one: string;
  readonly several: string;
  /** The content of the records, or their treatment. */
  readonly fate: string;
}

const STORES: ReadonlyMap<string, StoreWords> = new Map([
  ["sessions", { one: "session", several: "sessions", fate: "Answers, result, systems viewed" }],
  ["assistant_transcripts", {
    one: "answered question",
    several: "answered questions",
    fate: "Question and answer",
  }],
  ["assistant_unanswered", {
    one: "unanswered question",
    several: "unanswered questions",
    fate: "Question and draft",
  }],
  ["assistant_feedback", { one: "vote", several: "votes", fate: "Vote on an answer" }],
  ["crm_session_contacts", {
    one: "link to a contact",
    several: "links to contacts",
    fate: "The contact itself stays in the CRM",
  }],
  ["crm_activity", {
    one: "note of synced activity",
    several: "notes of synced activity",
    fate: "Digest of what the CRM has",
  }],
  ["crm_sync_queue", { one: "lead", several: "leads", fate: "Address, name and answers" }],
  ["crm_recent_leads", {
    one: "digest of a submission",
    several: "digests of submissions",
    fate: "Digest that recognises a repeated submission",
  }],
  ["analytics_events", {
    one: "event",
    several: "events",
    fate: "Loses its session and stays as an anonymous count",
  }],
]);

/** Returns the label and fate of a store; an unknown store is labelled with its own name. */
export function storeWords(name: string): { readonly label: string; readonly fate: string } {
  const words = STORES.get(name);
  const label = words?.several ?? name.replaceAll("_", " ");
  return { label: capitalized(label), fate: words?.fate ?? "" };
}

/** Formats the erased counts, without zeros: "1 session, 2 leads". */
export function erasedInWords({ erased }: Pick<Receipt, "erased">): string {
  const names = new Set([...STORES.keys(), ...Object.keys(erased)]);
  const parts = [...names].flatMap((name) => {
    const count = erased[name] ?? 0;
    const words = STORES.get(name);
    const label = count === 1 ? words?.one : words?.several;
    return count === 0 ? [] : [`${formatCount(count)} ${label ?? name.replaceAll("_", " ")}`];
  });
  return parts.length === 0 ? "nothing" : parts.join(", ");
}

/** Describes whose data a choice selects. */
export function choiceInWords(choice: Choice): string {
  switch (choice.kind) {
    case "session":
      return "one session";
    case "contact":
      return `contact ${choice.contactId} of the CRM`;
    case "date":
      return `everything ${fromBefore(choice.before)}`;
  }
}

function fromBefore(day: string): string {
  return `from before ${formatDay(new Date(day))} (UTC)`;
}

/** Describes whose data a receipt is about. A receipt does not name the person. */
export function chosenByInWords({ chosen_by, before }: Receipt): string {
  if (chosen_by === "date") {
    return `Everything ${before ? fromBefore(before) : "from before a day"}`;
  }
  return chosen_by === "session" ? "One session" : "One contact of the CRM";
}

/** Returns the phrase that staff type to confirm a plan. */
export function confirmPhrase({ counts }: Pick<ErasurePlan, "counts">): string {
  const count = (name: string) => counts.find((row) => row.name === name)?.count ?? 0;
  const [sessions, leads] = [count("sessions"), count("crm_sync_queue")];
  if (sessions > 0) return `erase ${counted(sessions, "session")}`;
  return leads > 0 ? `erase ${counted(leads, "lead")}` : "erase what is counted";
}
