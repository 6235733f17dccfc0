import type { JSX } from "preact";
import { Block } from "@/components/admin/Block.tsx";
import { sectionWords } from "@/components/admin/sections.ts";
import { z } from "zod";
import { Muted, RecordLink, statusColumn } from "@/components/admin/list/parts.tsx";
import { reorderHandler } from "@/components/admin/list/reorder.ts";
import {
  type EditorProps,
  type RecordDefinition,
  retirable,
} from "@/components/admin/record/define.ts";
import { nameIn } from "@/components/admin/record_names.ts";
import { recordForm } from "@/components/admin/record/fields.tsx";
import { line, newId, paragraph, RETIRED, select } from "@/components/admin/record/inputs.tsx";
import { type RecordList, recordSection } from "@/components/admin/record/save.ts";
import { newRecordHref, recordHref } from "@/components/hrefs/admin.ts";
import { ruleSetChoices } from "../rules/draft_choices.ts";
import { Badge } from "@/components/ui/Badge.tsx";
import { Notice } from "@/components/ui/Notice.tsx";
import {
  type Factor,
  moveTrack,
  type Snapshot,
  type Track,
  trackEntity,
} from "@/lib/catalog/mod.ts";
import type { Ctx } from "@/lib/define.ts";
import { askedFactors } from "@/lib/journey/mod.ts";

const form = recordForm<Track>({
  name: line({
    label: "Name",
    hint: "As buyers choose it at the start, such as “A home”.",
    maxLength: 60,
    missing: "Enter a name",
  }),
  id: newId("Part of the address that leads to the track, such as “home”."),
  description: paragraph({
    label: "Description",
    hint: "One sentence that tells buyers whether it is theirs.",
    maxLength: 300,
    missing: "Describe the track in a sentence",
  }),
  ruleSetId: select({
    label: "Rule set",
    hint: "The rules that its buyers are matched against.",
    class: "max-w-80",
    schema: z.string("Choose a rule set"),
    initial: ({ snapshot: { catalog } }) =>
      catalog.ruleSets.find(({ isDefault }) => isDefault)?.id ?? "",
    options: ruleSetChoices,
    refuse: refuseRuleSet,
    describe: (id, { catalog }) => nameIn(catalog.ruleSets, id),
  }),
  position: {
    label: "Place in the list",
    initial: ({ snapshot: { catalog } }) =>
      Math.max(0, ...catalog.tracks.map(({ position }) => position)) + 1,
    describe: String,
  },
  retired: RETIRED,
});

function refuseRuleSet(
  id: string,
  stored: string | null,
  { catalog }: Snapshot,
): string | null {
  const ruleSet = catalog.ruleSets.find((ruleSet) => ruleSet.id === id);
  if (ruleSet === undefined) return "Choose a rule set";
  return ruleSet.retired && id !== stored
    ? `${ruleSet.name} is retired. Choose another rule set`
    : null;
}

const track: RecordDefinition<Track> = {
  ...sectionWords("tracks"),
  entity: trackEntity,
  nameOf: ({ name }) => name,
  form: { ...form, Editor: TrackEditor },
  retirement: retirable(),
  references: {
    type: "track",
    detailOf: () => "is asked only on tracks that it names, among them this one",
  },
  Aside: ({ id, snapshot }) => <Questions factors={askedFactors(snapshot, id)} />,
};

const move = reorderHandler({ ...track, recordsOf: ({ tracks }) => tracks, move: moveTrack });

/** The section of tracks: kinds of buyers, each matched against one rule set (spec §4.1). */
export const tracks = recordSection(track, trackList, move);

function trackList({ state }: Ctx): RecordList<Track> {
  const snapshot = state.services.catalog.current();
  return {
    lead:
      "The kinds of buyer, in the order in which the guide offers them. Each is asked its own questions and matched against a rule set.",
    rows: () => snapshot.catalog.tracks.toSorted((a, b) => Number(a.retired) - Number(b.retired)),
    idOf: ({ id }) => id,
    order: { nameOf: ({ name }) => name, takesPart: ({ retired }) => !retired },
    columns: [
      {
        id: "name",
        label: "Name",
        isHead: true,
        cell: ({ id, name, description }) => (
          <>
            <RecordLink of="tracks" id={id} name={name} />
            <span class="block text-xs font-normal text-muted max-sm:hidden">{description}</span>
          </>
        ),
      },
      {
        id: "ruleSet",
        label: "Rule set",
        cell: (track) => <RuleSetOf track={track} snapshot={snapshot} />,
      },
      {
        id: "questions",
        label: "Questions",
        numeric: true,
        cell: ({ id }) => askedFactors(snapshot, id).length,
      },
      statusColumn((track) => track),
    ],
    empty: {
      text: "Buyers choose a track at the start. Without one, they are asked every question.",
    },
  };
}

/** Whether a track falls back to the default rule set, because its own is retired. */
function fallsBack({ ruleSetId }: { ruleSetId: string }, { catalog }: Snapshot): boolean {
  return catalog.ruleSets.some(({ id, retired }) => id === ruleSetId && retired);
}

function defaultName({ catalog }: Snapshot): string {
  return catalog.ruleSets.find(({ isDefault }) => isDefault)?.name ?? "default";
}

function TrackEditor(props: EditorProps<Track>): JSX.Element {
  const { snapshot } = props;
  return (
    <>
      {ruleSetChoices(snapshot, "").length === 0 && (
        <Notice tone="warning" title="No rule set yet">
          A track is matched against a rule set.{" "}
          <a href={newRecordHref("rule-sets")} class="text-link">Make one first</a>.
        </Notice>
      )}
      {fallsBack({ ruleSetId: props.form.get("ruleSetId") ?? "" }, snapshot) && (
        <Notice tone="warning" title="Its rule set is retired">
          Until that changes, buyers on this track are matched against the default rule set,{" "}
          {defaultName(snapshot)}.
        </Notice>
      )}
      <form.Editor {...props} />
    </>
  );
}

/** All questions of a track: those that every track asks, and those that name it. */
function Questions({ factors }: { factors: readonly Factor[] }): JSX.Element {
  return (
    <Block
      id="questions"
      title="Its questions"
      count={factors.length}
      lead="What buyers on it are asked, in this order. A factor that names no track is asked on every one."
      class="max-w-3xl text-sm"
    >
      <ol class="border-t border-line">
        {factors.map(({ id, name, trackIds }) => (
          <li key={id} class="flex flex-wrap gap-x-4 border-b border-line py-1.5 wrap-anywhere">
            <a href={recordHref("factors", id)} class="text-link">{name}</a>
            {trackIds.length === 0 && <Muted>on every track</Muted>}
          </li>
        ))}
      </ol>
    </Block>
  );
}

function RuleSetOf({ track, snapshot }: { track: Track; snapshot: Snapshot }): JSX.Element {
  return (
    <>
      <a href={recordHref("rule-sets", track.ruleSetId)} class="text-link">
        {nameIn(snapshot.catalog.ruleSets, track.ruleSetId)}
      </a>
      {fallsBack(track, snapshot) && (
        <span class="block text-xs">
          <Badge tone="warning">Retired</Badge> falls back to {defaultName(snapshot)}
        </span>
      )}
    </>
  );
}
