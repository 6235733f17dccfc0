/** Saves the form of an asset. */
import { nameOf } from "@/components/admin/media_picker/picked.ts";
import { changedRows, type Difference } from "@/components/admin/record/conflict.ts";
import { savedText, settle, undoFields } from "@/components/admin/settle.ts";
import { AppError, checkForm } from "@/lib/http/mod.ts";
import { versionOf } from "@/lib/records/mod.ts";
import { type AssetRecord, findGroupByName, groupName, saveAsset } from "@/lib/media/mod.ts";
import type { Acting, Answer } from "./answer.ts";
import { again, openAsset, panelHref, undoing } from "./answer.ts";
import { AssetFields, formOfAsset, percent } from "./asset_form.ts";

/** Saves the form of the open asset; on a conflict, shows both versions. */
export async function save(acting: Acting): Promise<Answer> {
  const { services: { db }, by, form } = acting;
  const asset = await openAsset(acting);
  const version = form.get("version") ?? "";
  const checked = checkForm(form, AssetFields);
  if (!checked.ok) return again(400, { form, version, errors: checked.fields });
  const { value } = checked;
  const { group } = value;
  const known = group === null ? null : await findGroupByName(db, group, asset.shotGroupId);
  const edit = {
    ...editOf(value, asset),
    ...(group !== null && known === null ? { newGroup: group } : { shotGroupId: known }),
  };
  // Read it first: saving can remove the last picture of the group, which deletes the group.
  const groupBefore = await groupName(db, asset.shotGroupId);
  const outcome = await saveAsset(db, { by, id: asset.id, version, edit });
  return await settle<AssetRecord, Answer>(outcome, {
    href: panelHref(acting),
    changed({ before, record }) {
      const text = savedText(
        form,
        `${record === null ? "The picture" : nameOf(record)} was saved.`,
      );
      if (before === null || record === null) return { tone: "positive", text };
      const { title, altText: alt, focalX: x, focalY: y } = before;
      const was = formOfAsset({ title, alt, focal: { x, y }, group: groupBefore });
      const undo = undoing(acting, {
        intent: "save",
        version: versionOf(record),
        ...undoFields(was),
      });
      return { tone: "positive", text, undo };
    },
    invalid: (errors) => again(400, { form, version, errors }),
    async conflict(current, version) {
      const theirGroup = await groupName(db, current.shotGroupId);
      return again(409, {
        form,
        version,
        conflict: differences(value, current, theirGroup),
      });
    },
    taken() {
      throw new AppError("not_found");
    },
  });
}

function editOf(value: AssetFields, asset: AssetRecord) {
  // The form rounds numbers and trims texts. Keep the stored value of a field that nobody changed, so that a text
  // from the CMS still follows the CMS.
  const { title, altText, focalX, focalY } = asset;
  const focal = { x: focalX, y: focalY };
  const untouched = formOfAsset({ title, alt: altText, focal, group: null });
  const checked = checkForm(untouched, AssetFields);
  const isSame = (name: "title" | "alt") => checked.ok && checked.value[name] === value[name];
  const share = (next: number, stored: number) => Math.abs(next - stored) < 0.0006 ? stored : next;
  return {
    title: isSame("title") ? title : value.title,
    altText: isSame("alt") ? altText : value.alt,
    focalX: share(value.focalX, focalX),
    focalY: share(value.focalY, focalY),
  };
}

/** Returns the fields whose value in the form (`mine`) differs from the one that somebody else saved (`theirs`). */
function differences(
  mine: AssetFields,
  theirs: AssetRecord,
  theirGroup: string | null,
): Difference[] {
  return changedRows([
    { label: "Title", mine: shown(mine.title), theirs: shown(theirs.title) },
    { label: "Alt text", mine: shown(mine.alt), theirs: shown(theirs.altText) },
    {
      label: "Focal point",
      mine: pointText(mine.focalX, mine.focalY),
      theirs: pointText(theirs.focalX, theirs.focalY),
    },
    { label: "Shot group", mine: shown(mine.group), theirs: shown(theirGroup) },
  ]);
}

function shown(text: string | null): string {
  return text ?? "None";
}

function pointText(x: number, y: number): string {
  return `${percent(x)}% from the left, ${percent(y)}% from the top`;
}
