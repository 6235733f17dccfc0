/** The form of one asset, as it is sent. */
import { z } from "zod";
import type { AssetForm } from "./PanelForm.tsx";
import {
  type CheckedForm,
  checkForm,
  optionalLineField,
  optionalParagraphField,
} from "../../../../lib/http/mod.ts";
import { ASSET_LIMITS, GROUP_NAME_LENGTH } from "../../../../lib/media/mod.ts";

const AssetFields = z.object({
  title: optionalLineField(ASSET_LIMITS.title),
  alt: optionalParagraphField(ASSET_LIMITS.altText),
  focalX: percentField(),
  focalY: percentField(),
  group: optionalLineField(GROUP_NAME_LENGTH),
});

/** What staff say of an asset. */
export type AssetFields = z.infer<typeof AssetFields>;

/** A share, which the form says in percent. */
function percentField() {
  const message = "Enter a number from 0 to 100";
  return z.string().default("50").transform((text) => text.trim().replace(",", "."))
    .pipe(z.string().regex(/^\d{1,3}(\.\d{1,10})?$/, message))
    .transform(Number)
    .pipe(z.number().max(100, message))
    .transform((percent) => percent / 100);
}

/** Reads what the form says, or what is wrong with it. */
export function checkAssetForm(form: URLSearchParams): CheckedForm<AssetFields> {
  return checkForm(form, AssetFields);
}

/** The form as it was sent, to be shown again. */
export function assetFormOf(form: URLSearchParams): AssetForm {
  const text = (name: string) => form.get(name) ?? "";
  return {
    title: text("title"),
    alt: text("alt"),
    focalX: text("focalX"),
    focalY: text("focalY"),
    group: text("group"),
  };
}
