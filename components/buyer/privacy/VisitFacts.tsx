import type { JSX } from "preact";
import type { Snapshot } from "@/lib/catalog/mod.ts";
import { maskAddress, MOST_SHOWN_LEADS } from "@/lib/crm/mod.ts";
import type { OwnVisit } from "@/lib/privacy/mod.ts";
import { formatCount } from "@/lib/text/mod.ts";
import { counted } from "@/components/ui/counted.ts";
import { SummaryList } from "@/components/ui/SummaryList.tsx";

const MOMENT = new Intl.DateTimeFormat("en", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "UTC",
});

const LEAD_STATES = {
  queued: "waiting to be handed over",
  done: "handed over to our customer records, and no longer here",
  abandoned: "could not be handed over",
} as const;

/** A summary of the data stored about one visit. The download has all of it. */
export function VisitFacts({ visit, snapshot }: {
  visit: OwnVisit;
  snapshot: Snapshot;
}): JSX.Element {
  const { session, records, leads, events } = visit;
  const count = (name: string) => records[name]?.length ?? 0;
  const some = (number: number, noun: string) => number === 0 ? "None" : counted(number, noun);
  const rows = [
    ...(session === null ? [] : sessionFacts(session, snapshot)),
    {
      term: "Questions to the assistant",
      detail: some(count("answered_questions") + count("unanswered_questions"), "question"),
    },
    { term: "Votes on its answers", detail: some(count("votes"), "vote") },
    {
      term: "Requests for contact",
      detail: leads.length === 0 ? "None" : (
        <ul class="grid gap-1">
          {leads.map(({ email, status, created_at, is_shared }, index) => (
            <li key={index}>
              {email === null ? "A request" : maskAddress(email)} of {MOMENT.format(created_at)}
              {" "}
              (UTC): {LEAD_STATES[status]}
              {is_shared && ", and sent from another visit too"}
            </li>
          ))}
          {leads.length >= MOST_SHOWN_LEADS && (
            <li>This page and the download list at most {formatCount(MOST_SHOWN_LEADS)}.</li>
          )}
        </ul>
      ),
    },
    {
      term: "Link to our customer records",
      detail: count("contacts") > 0 ? "Yes, by a number" : "None",
    },
    { term: "Pages and questions seen", detail: some(events.length, "event") },
  ];
  return <SummaryList rows={rows} />;
}

function sessionFacts(
  { payload, track, createdAt, expiresAt }: NonNullable<OwnVisit["session"]>,
  snapshot: Snapshot,
) {
  const nameOf = (id: string) => snapshot.systemById.get(id)?.name ?? id;
  const answers = Object.entries(payload.answers).map(([factorId, chosen]) => {
    const factor = snapshot.factors.find(({ id }) => id === factorId);
    const labels = [chosen].flat().map((id) =>
      factor?.options.find((option) => option.id === id)?.label ?? id
    );
    return `${factor?.name ?? factorId}: ${labels.join(", ")}`;
  });
  if (track !== null) {
    const name = snapshot.tracks.find(({ id }) => id === track)?.name ?? track;
    answers.unshift(`Kind of project: ${name}`);
  }
  const systems = payload.systems_viewed.map(nameOf).join(", ");
  return [
    { term: "Started", detail: `${MOMENT.format(createdAt)} (UTC)` },
    { term: "Deleted automatically", detail: `${MOMENT.format(expiresAt)} (UTC)` },
    {
      term: "Your answers",
      detail: answers.length === 0
        ? "None"
        : <ul class="grid gap-1">{answers.map((text) => <li key={text}>{text}</li>)}</ul>,
    },
    {
      term: "Your result",
      detail: payload.recommendation === null ? "None" : nameOf(payload.recommendation),
    },
    { term: "Systems you looked at", detail: systems === "" ? "None" : systems },
  ];
}
