/** Saves the form of an asset. */
import { nameOf } from "@/components/admin/media_picker/picked.ts";
import { differences } from "@/components/admin/record/conflict.ts";
import { savedText, settle, undoFields } from "@/components/admin/settle.ts";
import { AppError, checkForm } from "@/lib/http/mod.ts";
import { versionOf } from "@/lib/records/mod.ts";
import { type AssetRecord, findGroupByName, groupName, saveAsset } from "@/lib/media/mod.ts";
import { type Acting, again, openAsset, panelHref, undoing } from "./acting.ts";
import { AssetFields, describeAsset, fieldsOfAsset, formOfAsset } from "./asset_form.ts";

/** Saves the form of the open asset; on a conflict, shows both versions. */
export async function save(acting: Acting): Promise<Response> {
  const { ctx: { state: { services: { db } } }, by, form } = acting;
  const asset = await openAsset(acting);
  const version = form.get("version") ?? "";
  const checked = checkForm(form, AssetFields);
  if (!checked.ok) return again(acting, 400, { form, version, errors: checked.fields });
  const { value } = checked;
  const { group } = value;
  const known = group === null ? null : await findGroupByName(db, group, asset.shotGroupId);
  const edit = {
    ...editOf(value, asset),
    ...(group !== null && known === null ? { newGroup: group } : { shotGroupId: known }),
  };
  // Read it first: saving can remove the last picture of the group, which deletes the group.
  const groupBefore = await groupName(db, asset.shotGroupId);
  return await settle(await saveAsset(db, { by, id: asset.id, version, edit }), {
    href: panelHref(acting),
    changed({ before, record }) {
      if (before === null || record === null) throw new AppError("not_found");
      const undo = undoing(acting, {
        intent: "save",
        version: versionOf(record),
        ...undoFields(formOfAsset(fieldsOfAsset(before, groupBefore))),
      });
      return { tone: "positive", text: savedText(form, `${nameOf(record)} was saved.`), undo };
    },
    invalid: (errors) => again(acting, 400, { form, version, errors }),
    async conflict(current, version) {
      const theirs = fieldsOfAsset(current, await groupName(db, current.shotGroupId));
      const conflict = differences({ describe: describeAsset, mine: value, theirs });
      return again(acting, 409, { form, version, conflict });
    },
  });
}

function editOf(value: AssetFields, asset: AssetRecord) {
  // The form rounds numbers and trims texts. Keep the stored value of a field that nobody changed, so that a text
  // from the CMS still follows the CMS.
  const untouched = checkForm(formOfAsset(fieldsOfAsset(asset, null)), AssetFields);
  const isSame = (name: keyof AssetFields) => untouched.ok && untouched.value[name] === value[name];
  return {
    title: isSame("title") ? asset.title : value.title,
    altText: isSame("alt") ? asset.altText : value.alt,
    focalX: isSame("focalX") ? asset.focalX : value.focalX,
    focalY: isSame("focalY") ? asset.focalY : value.focalY,
  };
}
