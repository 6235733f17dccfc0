import type { Context } from "fresh";
import type { JSX } from "preact";
import { z } from "zod";
import { AdminHeader, RecordId } from "../../../../components/admin/AdminHeader.tsx";
import { MoveButtons } from "../../../../components/admin/controls.tsx";
import { SelectField, TextArea, TextField } from "../../../../components/admin/fields.tsx";
import { newRecordHref, recordHref, sectionHref } from "../../../../components/hrefs/admin.ts";
import { PostForm } from "../../../../components/admin/RecordForm.tsx";
import { StatusBadge, statusOf } from "../../../../components/admin/records.tsx";
import { ruleSetChoices } from "../rules/draft_choices.ts";
import { Badge } from "../../../../components/ui/Badge.tsx";
import { ButtonLink } from "../../../../components/ui/Button.tsx";
import { counted } from "../../../../components/ui/counted.ts";
import { Notice } from "../../../../components/ui/Notice.tsx";
import { Cell, ColumnHead, RowHead, Table } from "../../../../components/ui/Table.tsx";
import {
  AppError,
  checkForm,
  lineField,
  paragraphField,
  parseForm,
} from "../../../../lib/http/mod.ts";
import { authorize } from "../../../../lib/staff/mod.ts";
import {
  Id,
  moveTrack,
  type Snapshot,
  type Track,
  trackEntity,
} from "../../../../lib/catalog/mod.ts";
import type { State } from "../../../../lib/define.ts";
import { backTo, moveInList, rowId } from "../../../../components/admin/list_actions.ts";
import {
  createScreen,
  type EditorProps,
  recordScreen,
  type RecordScreens,
} from "../../../../components/admin/record/screens.tsx";
import type { Section } from "../../../../components/admin/section.ts";

const SLUG = "tracks";
const LABEL = "Tracks";

const TrackForm = z.object({
  name: lineField(60, "Enter a name"),
  description: paragraphField(300, "Describe the track in a sentence"),
  ruleSetId: z.string("Choose a rule set"),
});

const screens: RecordScreens<Track> = {
  slug: SLUG,
  label: LABEL,
  noun: "track",
  capability: "edit_rules",
  entity: trackEntity,
  type: "track",
  nameOf: ({ name }) => name,
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
    const wrong = ruleSet === undefined
      ? "Choose a rule set"
      : ruleSet.retired && !stays
      ? `${ruleSet.name} is retired. Choose another rule set`
      : null;
    if (!checked.ok || wrong !== null) {
      return {
        ok: false,
        fields: { ...(!checked.ok && checked.fields), ...(wrong !== null && { ruleSetId: wrong }) },
      };
    }
    const last = Math.max(0, ...catalog.tracks.map(({ position }) => position));
    const { position = last + 1, retired = false } = current ?? {};
    return { ok: true, value: { id, ...checked.value, position, retired } };
  },
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
  Editor: TrackEditor,
  setRetired: (track, retired) => ({ ...track, retired }),
  isRetired: ({ retired }) => retired,
  Badges: ({ record }) => <StatusBadge status={statusOf(record)} />,
};

/** Tracks: the kinds of buyer, each matched against a rule set (spec §4.1). */
export const tracks: Section = {
  slug: SLUG,
  label: LABEL,
  capability: "edit_rules",
  list: {
    GET(ctx) {
      ctx.state.title = LABEL;
      return ctx.render(<TrackList snapshot={ctx.state.services.catalog.current()} />);
    },
    POST: move,
  },
  create: createScreen(screens),
  record: recordScreen(screens),
};

const MoveForm = z.object({ id: Id, move: z.enum(["up", "down"]) });

/** Moves a track up or down; back to the list, at the track. */
async function move(ctx: Context<State>): Promise<Response> {
  const staff = authorize(ctx.state, "edit_rules");
  const { db, catalog } = ctx.state.services;
  const { id, move: direction } = await parseForm(ctx.req, MoveForm);
  const by = { staff, requestId: ctx.state.requestId };
  const { name } = catalog.current().catalog.tracks.find((track) => track.id === id) ?? {};
  if (name === undefined) throw new AppError("not_found");
  const flash = await moveInList({
    action: sectionHref(SLUG),
    by,
    id,
    direction,
    name,
    move: (move) => moveTrack(db, move),
  });
  await catalog.refresh();
  return backTo(`${sectionHref(SLUG)}#${rowId(id)}`, flash);
}

/** Whether a track names a rule set that takes no part, so that the default one counts for it. */
function fallsBack({ ruleSetId }: { ruleSetId: string }, { catalog }: Snapshot): boolean {
  return catalog.ruleSets.some(({ id, retired }) => id === ruleSetId && retired);
}

function defaultName({ catalog }: Snapshot): string {
  return catalog.ruleSets.find(({ isDefault }) => isDefault)?.name ?? "default";
}

function TrackEditor({ form, fields, current, snapshot }: EditorProps<Track>): JSX.Element {
  const text = (name: string) => ({ name, value: form.get(name) ?? "", error: fields[name] });
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
        {...text("name")}
        label="Name"
        hint="As buyers choose it at the start, such as “A home”."
        maxLength={60}
      />
      {current === null && (
        <TextField
          {...text("id")}
          label="Id"
          hint="Part of the address that leads to the track, such as “home”. It cannot be changed later. Leave it empty to make it from the name."
          mono
          optional
        />
      )}
      <TextArea
        {...text("description")}
        label="Description"
        hint="One sentence that tells buyers whether it is theirs."
        maxLength={300}
      />
      <SelectField
        {...text("ruleSetId")}
        label="Rule set"
        hint="The rules that its buyers are matched against."
        options={ruleSetChoices(snapshot, ruleSetId)}
        class="max-w-80"
      />
    </>
  );
}

function TrackList({ snapshot }: { snapshot: Snapshot }): JSX.Element {
  const { catalog } = snapshot;
  const [living, retired] = [false, true].map((is) =>
    catalog.tracks.filter((track) => track.retired === is)
  );
  const rows = [...(living ?? []), ...(retired ?? [])];
  const asked = (id: string) =>
    snapshot.factors.filter(({ trackIds }) => trackIds.length === 0 || trackIds.includes(id))
      .length;
  return (
    <>
      <AdminHeader
        title={LABEL}
        lead="The kinds of buyer, in the order in which the guide offers them. Each is asked its own questions and matched against a rule set."
        actions={<ButtonLink size="small" href={newRecordHref(SLUG)}>New track</ButtonLink>}
      />
      <Table caption={counted(rows.length, "track")}>
        <thead>
          <tr>
            <ColumnHead>Order</ColumnHead>
            <ColumnHead>Name</ColumnHead>
            <ColumnHead>Rule set</ColumnHead>
            <ColumnHead>Questions</ColumnHead>
            <ColumnHead>State</ColumnHead>
          </tr>
        </thead>
        <tbody>
          {rows.map((track, index) => (
            <tr key={track.id} id={rowId(track.id)}>
              <Cell>
                {!track.retired && (
                  <PostForm
                    action={sectionHref(SLUG)}
                    hidden={{ id: track.id }}
                    class="inline-flex"
                  >
                    <MoveButtons
                      about={track.name}
                      first={index === 0}
                      last={index === (living?.length ?? 0) - 1}
                    />
                  </PostForm>
                )}
              </Cell>
              <RowHead>
                <a href={recordHref(SLUG, track.id)} class="text-link">{track.name}</a>{" "}
                <RecordId>{track.id}</RecordId>
                <span class="block text-xs font-normal text-muted max-sm:hidden">
                  {track.description}
                </span>
              </RowHead>
              <Cell>
                <RuleSetOf track={track} snapshot={snapshot} />
              </Cell>
              <Cell>{asked(track.id)}</Cell>
              <Cell>
                <StatusBadge status={statusOf(track)} />
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
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
