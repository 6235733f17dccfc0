import type { JSX } from "preact";
import { Block } from "@/components/admin/Block.tsx";
import type { Retention } from "@/lib/privacy/mod.ts";
import { counted } from "@/components/ui/counted.ts";
import { RowsTable } from "@/components/ui/Table.tsx";
import { Moment } from "@/components/admin/records.tsx";
import { formatCount } from "@/lib/text/mod.ts";

/** Shown while the session store does not answer. */
const UNCOUNTED = "They cannot be counted right now.";

/** The retention period of each kind of data, and what the next purge will delete. */
export function RetentionTable({ retention }: { retention: Retention }): JSX.Element {
  const { ttlDays, queueDays, sessions, leads } = retention;
  const { due } = sessions;
  const orMore = due?.more ? "More than " : "";
  return (
    <Block id="retention" title="How long we keep data">
      <RowsTable
        caption="How long we keep each kind of data"
        stacks
        class="md:min-w-[40rem]"
        rows={[
          {
            what: "Sessions",
            kept: `24 hours; ${counted(ttlDays, "day")} for visitors who agree to measurement`,
            purge: <Moment at={sessions.at} />,
            takes: due ? `${orMore}${counted(due.count, "session")}` : UNCOUNTED,
          },
          {
            what: "Transcripts, votes, links to contacts",
            kept: "As long as their session. We keep transcripts only with consent to measurement.",
            purge: <Moment at={sessions.at} />,
            takes: due
              ? `${orMore}${counted(due.children, "record")} of those sessions`
              : UNCOUNTED,
          },
          {
            what: "Leads for the CRM",
            kept: `Address and name until the CRM has them; the rest ${
              counted(queueDays, "day")
            }. A lead that was given up keeps address and name for that time.`,
            purge: <Moment at={leads.at} />,
            takes: leads.done + leads.abandoned === 0
              ? "0 leads"
              : `${counted(leads.done, "lead")} done, ${formatCount(leads.abandoned)} given up`,
          },
          {
            what: "Events",
            kept:
              "Forever, as anonymous counts: an event loses its session when the session goes. Recorded only with consent to measurement.",
            purge: "With the sessions",
            takes: "Only the session references",
          },
        ]}
        columns={[
          { label: "What", isHead: true, cell: ({ what }) => what },
          { label: "Kept for", cell: ({ kept }) => kept },
          { label: "Next purge", cell: ({ purge }) => purge },
          { label: "It deletes", cell: ({ takes }) => takes },
        ]}
      />
    </Block>
  );
}
