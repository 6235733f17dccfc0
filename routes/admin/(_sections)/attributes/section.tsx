import { z } from "zod";
import { sectionWords } from "@/components/admin/sections.ts";
import { moveRow, rowHref } from "@/components/admin/list/reorder.ts";
import { Toggle, toggleRow } from "@/components/admin/list/toggle.ts";
import { type RecordDefinition, retirable } from "@/components/admin/record/define.ts";
import { recordForm } from "@/components/admin/record/fields.tsx";
import {
  line,
  newId,
  onOffLabel,
  optionalLine,
  optionalParagraph,
  placeInList,
  RETIRED,
  select,
} from "@/components/admin/record/inputs.tsx";
import { recordSection } from "@/components/admin/record/save.ts";
import { backTo, unknownIntent } from "@/components/admin/settle.ts";
import { recordHref, sectionHref } from "@/components/hrefs/admin.ts";
import { counted } from "@/components/ui/counted.ts";
import { SystemValues } from "../systems/SystemValues.tsx";
import { optionsAsking, VALUE_TYPES } from "../values/labels.ts";
import { AttributeSwitch } from "./AttributeSwitch.tsx";
import { attributeGroupNames, attributeList } from "./list.tsx";
import { parseForm } from "@/lib/http/mod.ts";
import { authorOf } from "@/lib/staff/mod.ts";
import {
  type Attribute,
  attributeEntity,
  checkAttribute,
  Id,
  moveAttribute,
  type Snapshot,
  ValueType,
} from "@/lib/catalog/mod.ts";
import type { Ctx } from "@/lib/define.ts";

const form = recordForm<Attribute>({
  name: line({ label: "Name", maxLength: 80, missing: "Enter a name" }),
  id: newId("It identifies the attribute in comparisons."),
  group: line({
    label: "Group",
    hint: "Its heading on the data sheet.",
    maxLength: 60,
    missing: "Enter a group",
    suggestions: ({ catalog }) => attributeGroupNames(catalog),
  }),
  description: optionalParagraph({
    label: "Description",
    hint: "Explains the attribute to a buyer who does not know it.",
    maxLength: 300,
  }),
  valueType: select({
    label: "Type of value",
    hint: "You cannot change it once a system has a value or an option asks for one.",
    schema: z.enum(ValueType.options, "Choose a type from the list"),
    initial: () => "enum",
    options: () =>
      ValueType.options.map((value) => ({
        value,
        label: `${VALUE_TYPES[value].label}: ${VALUE_TYPES[value].hint}`,
      })),
    describe: (type) => VALUE_TYPES[type].label,
  }),
  unit: optionalLine({
    label: "Unit",
    hint:
      "Follows every number of this attribute, such as “in”. Changing the unit does not convert numbers.",
    maxLength: 20,
    none: "None",
    class: "max-w-80",
  }),
  position: placeInList(({ attributes }) => attributes),
  enabled: {
    label: "Switched",
    initial: () => true,
    describe: onOffLabel,
  },
  retired: RETIRED,
});

const attribute: RecordDefinition<Attribute> = {
  ...sectionWords("attributes"),
  entity: attributeEntity,
  nameOf: ({ name }) => name,
  form: { ...form, check: checkAttribute },
  retirement: retirable("It leaves everything that buyers see, and options no longer ask for it."),
  // The values of systems have a table of their own below.
  references: {
    type: "attribute",
    detailOf: ({ from }) => from.type === "system" ? null : undefined,
  },
  Aside: ({ id, record, snapshot: { catalog } }) => (
    <>
      <AttributeSwitch attribute={record} asking={optionsAsking(catalog, id)} />
      <SystemValues attribute={record} catalog={catalog} />
    </>
  ),
};

/** Attributes: systems are compared by them, and answers are matched against them (spec §2.2, §4.1). */
export const attributes = recordSection(attribute, attributeList, changeInList);

/** The filters that a form of the list keeps when it redirects back. */
const LIST = { slug: "attributes", keeps: ["q", "status", "group", "sort"] } as const;

const ListForm = z.object({
  id: Id,
  enabled: Toggle.optional(),
  move: z.enum(["up", "down"]).optional(),
  back: z.literal("record").optional(),
});

/** Switches or moves an attribute, then redirects to the same state of the list or to the attribute's page. */
async function changeInList(ctx: Ctx): Promise<Response> {
  const by = authorOf(ctx.state, "edit_data");
  const { id, enabled: on, move, back } = await parseForm(ctx.req, ListForm);
  const href = back === "record" ? recordHref("attributes", id) : rowHref(ctx, LIST, id);
  if (on !== undefined) {
    return await toggleRow(ctx, {
      entity: attributeEntity,
      by,
      id,
      on,
      action: sectionHref("attributes"),
      href,
      say: (text, _, snapshot) => ({
        tone: "positive",
        text: `${text}${matchingText(id, on, snapshot)}`,
      }),
    });
  }
  if (move === undefined) throw unknownIntent();
  const reordering = {
    ...attribute,
    recordsOf: ({ attributes }: Snapshot["catalog"]) => attributes,
    move: moveAttribute,
  };
  const flash = await moveRow(ctx, reordering, { id, move });
  return backTo(href, flash);
}

/** Returns what the switch means for matching, as a sentence with a leading space; empty for no effect (spec §4.1). */
function matchingText(id: string, on: boolean, { catalog }: Snapshot): string {
  const count = optionsAsking(catalog, id).length;
  if (count === 0) return "";
  return on
    ? ` ${counted(count, "option")} ${count === 1 ? "asks" : "ask"} for it.`
    : ` ${counted(count, "option")} ${count === 1 ? "stops" : "stop"} asking for it.`;
}
