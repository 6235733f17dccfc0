import type { Context } from "fresh";
import type { JSX } from "preact";
import { z } from "zod";
import { AdminHeader } from "../../../../components/admin/AdminHeader.tsx";
import { attributeGroupNames, attributeListQuery, listedAttributes } from "./attribute_list.ts";
import { AttributeList } from "./AttributeList.tsx";
import { AttributeSwitch } from "./AttributeSwitch.tsx";
import { SystemValues } from "../systems/SystemValues.tsx";
import { optionsAsking, VALUE_TYPES } from "../values/labels.ts";
import {
  NumberField,
  SelectField,
  TextArea,
  TextField,
} from "../../../../components/admin/fields.tsx";
import { newRecordHref, recordHref, sectionHref } from "../../../../components/hrefs/admin.ts";
import { StatusBadge, statusOf } from "../../../../components/admin/records.tsx";
import { ButtonLink } from "../../../../components/ui/Button.tsx";
import { counted } from "../../../../components/ui/counted.ts";
import {
  AppError,
  checkForm,
  lineField,
  optionalLineField,
  optionalParagraphField,
  parseForm,
  wholeNumberField,
} from "../../../../lib/http/mod.ts";
import { changeRecord } from "../../../../lib/records/mod.ts";
import { authorize, type Flash } from "../../../../lib/staff/mod.ts";
import {
  type Attribute,
  attributeEntity,
  checkAttribute,
  Id,
  moveAttribute,
  nextPosition,
  type OrderMove,
  POSITION,
  type Snapshot,
  ValueType,
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

const SLUG = "attributes";
const LABEL = "Attributes";

const AttributeForm = z.object({
  name: lineField(80, "Enter a name"),
  group: lineField(60, "Enter a group"),
  description: optionalParagraphField(300),
  valueType: z.enum(ValueType.options, "Choose a type of the list"),
  unit: optionalLineField(20),
  position: wholeNumberField(POSITION),
});

const screens: RecordScreens<Attribute> = {
  slug: SLUG,
  label: LABEL,
  noun: "attribute",
  capability: "edit_data",
  entity: attributeEntity,
  type: "attribute",
  nameOf: ({ name }) => name,
  toForm: (attribute, { catalog }) =>
    new URLSearchParams({
      name: attribute?.name ?? "",
      group: attribute?.group ?? "",
      description: attribute?.description ?? "",
      valueType: attribute?.valueType ?? "enum",
      unit: attribute?.unit ?? "",
      position: String(attribute?.position ?? nextPosition(catalog.attributes)),
    }),
  parse(form, { id, current }) {
    const checked = checkForm(form, AttributeForm);
    const { enabled = true, retired = false } = current ?? {};
    return checked.ok ? { ok: true, value: { id, ...checked.value, enabled, retired } } : checked;
  },
  check: checkAttribute,
  describe: (attribute) => [
    { label: "Name", value: attribute.name },
    { label: "Group", value: attribute.group },
    { label: "Description", value: attribute.description ?? "" },
    { label: "Type of value", value: VALUE_TYPES[attribute.valueType].label },
    { label: "Unit", value: attribute.unit ?? "None" },
    { label: "Place in the list", value: String(attribute.position) },
    { label: "Switched", value: attribute.enabled ? "On" : "Off" },
    { label: "Retired", value: attribute.retired ? "Yes" : "No" },
  ],
  Editor: AttributeEditor,
  Aside: ({ id, current, snapshot: { catalog } }) => (
    <>
      {current && <AttributeSwitch attribute={current} asking={optionsAsking(catalog, id)} />}
      {current && <SystemValues attribute={current} catalog={catalog} />}
    </>
  ),
  listsReference: ({ from }) => from.type !== "system",
  setRetired: (attribute, retired) => ({ ...attribute, retired }),
  isRetired: ({ retired }) => retired,
  Badges: ({ record }) => <StatusBadge status={statusOf(record)} />,
};

/** Attributes: what systems are compared and answers matched by (spec §2.2, §4.1). */
export const attributes: Section = {
  slug: SLUG,
  label: LABEL,
  capability: "edit_data",
  list: { GET: showList, POST: actOnList },
  create: createScreen(screens),
  record: recordScreen(screens),
};

function showList(ctx: Context<State>): Response | Promise<Response> {
  const snapshot = ctx.state.services.catalog.current();
  const query = attributeListQuery(ctx.url.searchParams);
  ctx.state.title = LABEL;
  return ctx.render(
    <>
      <AdminHeader
        title={LABEL}
        lead="The rows of every comparison, in the order of the data sheet. Options use them to match systems to answers."
        actions={<ButtonLink size="small" href={newRecordHref(SLUG)}>New attribute</ButtonLink>}
      />
      <AttributeList
        snapshot={snapshot}
        query={query}
        attributes={listedAttributes(snapshot, query)}
      />
    </>,
  );
}

const ListForm = z.object({
  id: Id,
  enabled: z.enum(["on", "off"]).optional(),
  move: z.enum(["up", "down"]).optional(),
  back: z.literal("record").optional(),
});

/** Switches an attribute on or off, or moves it; back to the same state of the list, or to its own page. */
async function actOnList(ctx: Context<State>): Promise<Response> {
  const staff = authorize(ctx.state, "edit_data");
  const { db, catalog } = ctx.state.services;
  const { id, enabled, move: direction, back } = await parseForm(ctx.req, ListForm);
  const attribute = catalog.current().catalog.attributes.find((attribute) => attribute.id === id);
  if (!attribute) throw new AppError("not_found");
  const by = { staff, requestId: ctx.state.requestId };
  const list = sectionHref(SLUG, attributeListQuery(ctx.url.searchParams).params.toString());
  const location = back === "record" ? recordHref(SLUG, id) : `${list}#${rowId(id)}`;
  if (enabled !== undefined) {
    return backTo(location, await switchAttribute(ctx, { by, id, on: enabled === "on" }));
  }
  if (direction === undefined) {
    throw new AppError("invalid", "The form asks for something unknown");
  }
  const flash = await moveInList({
    action: sectionHref(SLUG),
    by,
    id,
    direction,
    move: (move) => moveAttribute(db, move),
    name: attribute.name,
  });
  await catalog.refresh();
  return backTo(location, flash);
}

/** Means the same whatever the attribute has become, so it needs no version. */
async function switchAttribute(
  ctx: Context<State>,
  { by, id, on }: Pick<OrderMove, "by" | "id"> & { on: boolean },
): Promise<Flash> {
  const { db, catalog } = ctx.state.services;
  const outcome = await changeRecord(db, attributeEntity, {
    by,
    id,
    action: on ? "enable" : "disable",
    next: (attribute) => ({ ...attribute, enabled: on }),
  });
  const word = on ? "on" : "off";
  if (outcome.kind === "unchanged") {
    return { tone: "info", text: `${outcome.record.name} is switched ${word} already.` };
  }
  if (outcome.kind !== "changed" || outcome.record === null) throw new AppError("not_found");
  const snapshot = await catalog.refresh();
  return {
    tone: "positive",
    text: `${outcome.record.name} was switched ${word}.${matchingWords(id, on, snapshot)}`,
    undo: { action: sectionHref(SLUG), fields: { id, enabled: on ? "off" : "on" } },
  };
}

/** What the switch means for matching (spec §4.1). */
function matchingWords(id: string, on: boolean, { catalog }: Snapshot): string {
  const count = optionsAsking(catalog, id).length;
  if (count === 0) return "";
  const verb = count === 1 ? "asks" : "ask";
  return on
    ? ` ${counted(count, "option")} ${verb} for it.`
    : ` ${counted(count, "option")} ${verb} nothing of it while it is off.`;
}

function AttributeEditor(
  { form, fields, current, snapshot: { catalog } }: EditorProps<Attribute>,
): JSX.Element {
  const text = (name: string) => ({ name, value: form.get(name) ?? "", error: fields[name] });
  return (
    <>
      <TextField {...text("name")} label="Name" maxLength={80} />
      {current === null && (
        <TextField
          {...text("id")}
          label="Id"
          hint="Names it in the comparison. It cannot be changed later. Leave it empty to make it from the name."
          mono
          optional
        />
      )}
      <TextField
        {...text("group")}
        label="Group"
        hint="The heading that it stands under on the data sheet."
        maxLength={60}
        suggestions={attributeGroupNames(catalog)}
      />
      <TextArea
        {...text("description")}
        label="Description"
        hint="What it means, for a buyer who has not met it."
        maxLength={300}
        optional
      />
      <SelectField
        {...text("valueType")}
        label="Type of value"
        hint="It can change while no system has a value and no option asks for one."
        options={ValueType.options.map((value) => ({
          value,
          label: `${VALUE_TYPES[value].label}: ${VALUE_TYPES[value].hint}`,
        }))}
      />
      <TextField
        {...text("unit")}
        label="Unit"
        hint="Stands behind every number of its values, such as “in”. Another unit converts no number."
        maxLength={20}
        optional
        class="max-w-80"
      />
      <NumberField
        {...text("position")}
        label="Place in the list"
        hint="The lowest comes first; equal places are ordered by id."
        {...POSITION}
      />
    </>
  );
}
