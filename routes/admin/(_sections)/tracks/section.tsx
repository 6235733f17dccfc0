import type { Context } from "fresh";
import type { JSX } from "preact";
import { z } from "zod";
import { SelectField, TextArea, TextField } from "../../../../components/admin/fields.tsx";
import type { ListDefinition } from "../../../../components/admin/list/define.ts";
import { RecordLink, statusColumn } from "../../../../components/admin/list/parts.tsx";
import { reorderHandler } from "../../../../components/admin/list/reorder.ts";
import { listScreen } from "../../../../components/admin/list/screen.tsx";
import {
  type EditorProps,
  type RecordDefinition,
  retirable,
} from "../../../../components/admin/record/define.ts";
import { IdField } from "../../../../components/admin/record/IdField.tsx";
import { recordSection } from "../../../../components/admin/record/save.ts";
import { recordHref } from "../../../../components/hrefs/admin.ts";
import { ruleSetChoices } from "../rules/draft_choices.ts";
import { Badge } from "../../../../components/ui/Badge.tsx";
import { Notice } from "../../../../components/ui/Notice.tsx";
import { checkForm, lineField, paragraphField } from "../../../../lib/http/mod.ts";
import { moveTrack, type Snapshot, type Track, trackEntity } from "../../../../lib/catalog/mod.ts";
import type { State } from "../../../../lib/define.ts";

const TrackForm = z.object({
  name: lineField(60, "Enter a name"),
  description: paragraphField(300, "Describe the track in a sentence"),
  ruleSetId: z.string("Choose a rule set"),
});

const track: RecordDefinition<Track> = {
  slug: "tracks",
  label: "Tracks",
  noun: "track",
  capability: "edit_rules",
  entity: trackEntity,
  nameOf: ({ name }) => name,
  form: {
    toForm: (track, { catalog }) =>
      new URLSearchParams({
        name: track?.name ?? "",
        description: track?.description ?? "",
        ruleSetId: track?.ruleSetId ??
          catalog.ruleSets.find(({ isDefault }) => isDefault)?.id ?? "",
      }),
    parse(form, { id, current, snapshot: { catalog } }) {
      const checked = checkForm(form, TrackForm);
      const ruleSet = catalog.ruleSets.find((ruleSet) => ruleSet.id === form.get("ruleSetId"));
      const stays = ruleSet !== undefined && ruleSet.id === current?.ruleSetId;
      const ruleSetId = ruleSet === undefined
        ? "Choose a rule set"
        : ruleSet.retired && !stays
        ? `${ruleSet.name} is retired. Choose another rule set`
        : null;
      if (!checked.ok || ruleSetId !== null) {
        const fields = {
          ...(!checked.ok && checked.fields),
          ...(ruleSetId !== null && { ruleSetId }),
        };
        return { ok: false, fields };
      }
      const last = Math.max(0, ...catalog.tracks.map(({ position }) => position));
      const { position = last + 1, retired = false } = current ?? {};
      return { ok: true, value: { id, ...checked.value, position, retired } };
    },
    Editor: TrackEditor,
    describe: ({ name, description, ruleSetId, position, retired }, { catalog }) => [
      { label: "Name", value: name },
      { label: "Description", value: description },
      {
        label: "Rule set",
        value: catalog.ruleSets.find(({ id }) => id === ruleSetId)?.name ?? ruleSetId,
      },
      { label: "Place in the list", value: String(position) },
      { label: "Retired", value: retired ? "Yes" : "No" },
    ],
  },
  retirement: retirable(),
  references: { type: "track" },
};

const move = reorderHandler({
  ...track,
  nameOf: ({ tracks }, id) => tracks.find((track) => track.id === id)?.name,
  move: moveTrack,
});

/** The section of tracks: kinds of buyers, each matched against one rule set (spec §4.1). */
export const tracks = recordSection(track, listScreen(trackList, move));

function trackList({ state }: Context<State>): ListDefinition<Track> {
  const snapshot = state.services.catalog.current();
  const questionsOf = (id: string) =>
    snapshot.factors.filter(({ trackIds }) => trackIds.length === 0 || trackIds.includes(id));
  return {
    slug: "tracks",
    title: track.label,
    lead:
      "The kinds of buyer, in the order in which the guide offers them. Each is asked its own questions and matched against a rule set.",
    noun: track.noun,
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
            <RecordLink href={recordHref("tracks", id)} id={id}>{name}</RecordLink>
            <span class="block text-xs font-normal text-muted max-sm:hidden">{description}</span>
          </>
        ),
      },
      {
        id: "ruleSet",
        label: "Rule set",
        cell: (track) => <RuleSetOf track={track} snapshot={snapshot} />,
      },
      { id: "questions", label: "Questions", cell: ({ id }) => questionsOf(id).length },
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

function TrackEditor({ form, field, current, snapshot }: EditorProps<Track>): JSX.Element {
  const ruleSetId = form.get("ruleSetId") ?? "";
  return (
    <>
      {fallsBack({ ruleSetId }, snapshot) && (
        <Notice tone="warning" title="Its rule set is retired">
          Until that changes, buyers on this track are matched against the default rule set,{" "}
          {defaultName(snapshot)}.
        </Notice>
      )}
      <TextField
        {...field("name")}
        label="Name"
        hint="As buyers choose it at the start, such as “A home”."
        maxLength={60}
      />
      <IdField
        current={current}
        field={field}
        says="Part of the address that leads to the track, such as “home”."
      />
      <TextArea
        {...field("description")}
        label="Description"
        hint="One sentence that tells buyers whether it is theirs."
        maxLength={300}
      />
      <SelectField
        {...field("ruleSetId")}
        label="Rule set"
        hint="The rules that its buyers are matched against."
        options={ruleSetChoices(snapshot, ruleSetId)}
        class="max-w-80"
      />
    </>
  );
}

function RuleSetOf({ track, snapshot }: { track: Track; snapshot: Snapshot }): JSX.Element {
  const ruleSet = snapshot.catalog.ruleSets.find(({ id }) => id === track.ruleSetId);
  return (
    <>
      <a href={recordHref("rule-sets", track.ruleSetId)} class="text-link">
        {ruleSet?.name ?? track.ruleSetId}
      </a>
      {fallsBack(track, snapshot) && (
        <span class="block text-xs">
          <Badge tone="warning">Retired</Badge> falls back to {defaultName(snapshot)}
        </span>
      )}
    </>
  );
}
