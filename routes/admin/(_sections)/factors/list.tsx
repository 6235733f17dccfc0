/** The list of factors (spec §2.2). */
import type { JSX } from "preact";
import type { RecordList } from "@/components/admin/record/save.ts";
import { hasStatus, Muted, RecordLink, statusFilter } from "@/components/admin/list/parts.tsx";
import { StatusBadge, statusOf } from "@/components/admin/records.tsx";
import { joined } from "@/components/admin/joined.ts";
import { Badge } from "@/components/ui/Badge.tsx";
import { counted } from "@/components/ui/counted.ts";
import { isAskedOn, rulesOn, unaskedBecause } from "./asked.ts";
import type { Factor, Snapshot } from "@/lib/catalog/mod.ts";
import type { Ctx } from "@/lib/define.ts";
import { hasWords, searchWords } from "@/lib/text/mod.ts";

/** Returns the list of factors, in the order in which buyers are asked. */
export function factorList({ state }: Ctx): RecordList<Factor> {
  const snapshot = state.services.catalog.current();
  const { catalog, rules, tracks } = snapshot;
  const rulesAsking = ({ id }: Factor) => rulesOn(rules, ({ factorId }) => factorId === id).length;
  return {
    lead: "The questions that buyers are asked, in this order. Rules match systems to the answers.",
    caption: "Factors in asking order",
    filters: [
      { name: "q", label: "Search" },
      statusFilter({ "": "Live", retired: "Retired", all: "Live and retired" }),
      {
        name: "track",
        label: "Asked on",
        options: tracks.map(({ id, name }) => ({ value: id, label: name })),
        empty: "Any track",
      },
    ],
    rows({ filter }) {
      const [status, track] = [filter("status"), filter("track")];
      const words = searchWords(filter("q"));
      return catalog.factors.filter((factor) => {
        const { id, name, question, options } = factor;
        const text = [name, id, question, ...options.map(({ label }) => label)].join(" ");
        return hasStatus(factor, status) &&
          (track === "" || isAskedOn(factor, track)) &&
          hasWords(text, words);
      });
    },
    idOf: ({ id }) => id,
    file: "factors",
    order: { nameOf: ({ name }) => name, positionOf: ({ position }) => position },
    columns: [
      {
        id: "name",
        label: "Factor",
        isHead: true,
        cellClass: "min-w-48",
        text: ({ name }) => name,
        cell: ({ id, name, question }) => (
          <>
            <RecordLink of="factors" id={id} name={name} />
            <span class="block text-xs font-normal text-muted">{question}</span>
          </>
        ),
      },
      {
        id: "answers",
        label: "Answers",
        text: ({ options }) => options.filter(({ retired }) => !retired).length,
        cellClass: "whitespace-nowrap",
        cell: (factor) => <Answers factor={factor} />,
      },
      {
        id: "tracks",
        label: "Asked on",
        isShown: (rows) => rows.some(({ trackIds }) => trackIds.length > 0),
        cellClass: "min-w-32",
        text: ({ trackIds }) =>
          trackIds.length === 0 ? "Every track" : tracksOf(trackIds, snapshot)
            .map(({ name }) => name).join("\n"),
        cell: (factor) => <AskedOn factor={factor} snapshot={snapshot} />,
      },
      {
        id: "rules",
        label: "Rules",
        numeric: true,
        text: rulesAsking,
      },
      {
        id: "status",
        label: "Status",
        isShown: (rows) =>
          rows.some((factor) => factor.retired || unaskedBecause(factor, snapshot) !== null),
        text: (factor) => unaskedBecause(factor, snapshot) ?? statusOf(factor),
        cell: (factor) => <FactorStatus factor={factor} snapshot={snapshot} />,
      },
    ],
    empty: {
      text: "Buyers are asked one question for each factor. Write the first.",
      always: catalog.factors.length === 0,
    },
  };
}

function Answers({ factor: { multiple, options } }: { factor: Factor }): JSX.Element {
  const live = options.filter(({ retired }) => !retired).length;
  return (
    <>
      {multiple ? "Several of" : "One of"} {live}
      {live < options.length && (
        <span class="block text-xs text-muted">
          {counted(options.length - live, "option")} retired
        </span>
      )}
    </>
  );
}

interface FactorCellProps {
  factor: Factor;
  snapshot: Snapshot;
}

function tracksOf(ids: readonly string[], { catalog }: Snapshot) {
  return catalog.tracks.filter(({ id }) => ids.includes(id));
}

function AskedOn({ factor: { trackIds }, snapshot }: FactorCellProps): JSX.Element {
  if (trackIds.length === 0) return <Muted>Every track</Muted>;
  const names = tracksOf(trackIds, snapshot)
    .map(({ id, name, retired }) => retired ? <del key={id} title="Retired">{name}</del> : name);
  return <>{joined(names)}</>;
}

function FactorStatus({ factor, snapshot }: FactorCellProps): JSX.Element | null {
  const unasked = unaskedBecause(factor, snapshot);
  if (unasked === null) return factor.retired ? <StatusBadge status={statusOf(factor)} /> : null;
  return (
    <span title={unasked}>
      <Badge tone="warning">Not asked</Badge>
      <span class="sr-only">{unasked}</span>
    </span>
  );
}
