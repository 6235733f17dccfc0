/** The default picture of an option: a separate form below the option's own. */
import type { JSX } from "preact";
import { optionPlace } from "../gallery/places.ts";
import { optionHref } from "@/components/hrefs/admin.ts";
import {
  type Picked,
  pickerFields,
  readPicked,
  soughtIn,
  writePicked,
} from "@/components/admin/media_picker/picked.ts";
import { PostForm } from "@/components/admin/RecordForm.tsx";
import { Button } from "@/components/ui/Button.tsx";
import { MediaPicker } from "@/islands/MediaPicker.tsx";
import type { Ctx } from "@/lib/define.ts";
import type { OptionRecord } from "@/lib/catalog/mod.ts";
import { versionOf } from "@/lib/records/mod.ts";
import { optionPictureEntity, saveOptionPicture } from "@/lib/media/mod.ts";
import { seeOther, settle } from "@/components/admin/settle.ts";
import { namesOfAssets, readPickerView } from "@/components/admin/media_picker/read_view.ts";
import type { RecordAction } from "@/components/admin/record/define.ts";
type Option = Pick<OptionRecord, "id" | "factorId" | "label">;

/** Intent that saves the picture. */
const SAVE = "picture";
/** Anchor of the form. */
const ANCHOR = "picture";

/** The form that changes the default picture of an option. */
export async function OptionPicture(
  { state, url }: Ctx,
  { id, factorId, label }: Option,
): Promise<JSX.Element> {
  const place = optionPlace(label);
  const stored = await optionPictureEntity.read(state.services.db, id, { lock: false });
  const sought = url.searchParams.get("find");
  const { find, search } = pickerFields(place.name);
  const saved: Picked = { ids: stored?.assetId ? [stored.assetId] : [], primary: null };
  // During a search, the address holds the unsaved pick.
  const picked = sought === null ? saved : readPicked(url.searchParams, place);
  const picker = await readPickerView(state.services, {
    place,
    picked,
    ...(sought !== null && { form: new URLSearchParams({ intent: search, [find]: sought }) }),
  });
  return (
    <section id={ANCHOR} aria-labelledby="picture-title" class="max-w-3xl">
      <h2 id="picture-title" class="font-medium">Picture</h2>
      <p class="mb-2 text-sm text-muted">
        Results show this picture when no other one shows the system with this answer.
      </p>
      <PostForm
        action={optionHref({ factorId, optionId: id })}
        guard
        unsaved={picked.ids[0] !== saved.ids[0]}
      >
        {/* Enter activates the first button of a form, which must be the search. */}
        <button
          type="submit"
          name="intent"
          value={search}
          class="sr-only"
          tabIndex={-1}
          aria-hidden="true"
        >
          Search
        </button>
        <MediaPicker initial={picker} />
        <Button variant="secondary" name="intent" value={SAVE} class="mt-3">
          Save the picture
        </Button>
      </PostForm>
    </section>
  );
}

/** Saves the picture or redirects to a search; null for any other intent. */
export async function handlePicture(
  { state }: Ctx,
  { by, id, intent, form }: RecordAction,
  { factorId, label }: Pick<Option, "factorId" | "label">,
): Promise<Response | null> {
  const place = optionPlace(label);
  const href = optionHref({ factorId, optionId: id });
  if (intent === pickerFields(place.name).search) {
    const query = new URLSearchParams({ find: soughtIn(form, place.name) ?? "" });
    writePicked(query, { name: place.name, picked: readPicked(form, place) });
    return seeOther(`${href}?${query}#${ANCHOR}`);
  }
  if (intent !== SAVE) return null;
  const [assetId = null] = readPicked(form, place).ids;
  // Only undo sends a version.
  const version = form.get("version") ?? undefined;
  const outcome = await saveOptionPicture(state.services.db, {
    by,
    optionId: id,
    assetId,
    version,
  });
  return await settle(outcome, {
    href: `${href}#${ANCHOR}`,
    async changed({ before, record }) {
      const was = before?.assetId ?? null;
      const name = await namesOfAssets(state.services, was === null ? [] : [was]);
      const done = assetId === null ? "was removed" : "was saved";
      const instead = was === null
        ? ""
        : assetId === null
        ? `: ${name(was)}`
        : `, in place of ${name(was)}`;
      const undo = {
        action: href,
        fields: {
          intent: SAVE,
          ...(was !== null && { [place.name]: was }),
          ...(record !== null && { version: versionOf(record) }),
        },
      };
      return { tone: "positive", text: `The picture of ${label} ${done}${instead}.`, undo };
    },
    invalid: (fields) => ({ tone: "warning", text: `${Object.values(fields).join(". ")}.` }),
  });
}
