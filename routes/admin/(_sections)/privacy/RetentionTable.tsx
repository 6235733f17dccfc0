import type { JSX } from "preact";
import type { Retention } from "../../../../lib/privacy/mod.ts";
import { counted } from "../../../../components/ui/counted.ts";
import { Cell, ColumnHead, RowHead, Table } from "../../../../components/ui/Table.tsx";
import { Moment } from "../../../../components/admin/records.tsx";

/** How long what is kept, and what the next purge takes. */
export function RetentionTable({ retention }: { retention: Retention }): JSX.Element {
  const { ttlDays, queueDays, sessions, leads } = retention;
  const due = sessions.more
    ? `More than ${counted(sessions.count, "session")}`
    : counted(sessions.count, "session");
  return (
    <section aria-labelledby="retention-title">
      <h2 id="retention-title" class="mb-2 text-lg font-medium">How long it is kept</h2>
      <Table caption="How long what is kept" captionHidden class="min-w-[40rem]">
        <thead>
          <tr>
            {["What", "Kept for", "Next purge", "It would take"].map((label) => (
              <ColumnHead key={label}>{label}</ColumnHead>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <RowHead>Sessions</RowHead>
            <Cell>
              24 hours; {counted(ttlDays, "day")} for visitors who agree to measurement
            </Cell>
            <Cell>
              <Moment at={sessions.at} />
            </Cell>
            <Cell>{due}</Cell>
          </tr>
          <tr>
            <RowHead>Transcripts, votes, links to contacts</RowHead>
            <Cell>As long as their session; transcripts with consent to measurement alone</Cell>
            <Cell>
              <Moment at={sessions.at} />
            </Cell>
            <Cell>
              {sessions.more ? "More than " : ""}
              {counted(sessions.children, "record")} of those sessions
            </Cell>
          </tr>
          <tr>
            <RowHead>Leads on their way to the CRM</RowHead>
            <Cell>
              Address and name until the CRM has them; the rest{" "}
              {counted(queueDays, "day")}. A lead that was given up keeps the person for that time.
            </Cell>
            <Cell>
              <Moment at={leads.at} />
            </Cell>
            <Cell>
              {leads.done + leads.abandoned === 0
                ? "0 leads"
                : `${counted(leads.done, "lead")} done, ${leads.abandoned} given up`}
            </Cell>
          </tr>
          <tr>
            <RowHead>Events</RowHead>
            <Cell>
              Forever, as anonymous counts: an event loses its session when the session goes.
              Recorded only with consent to measurement.
            </Cell>
            <Cell>With the sessions</Cell>
            <Cell>Nothing but the references</Cell>
          </tr>
        </tbody>
      </Table>
    </section>
  );
}
