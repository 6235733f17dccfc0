/** Parses the form of one asset. */
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

/** The checked fields of an asset's form. */
export type AssetFields = z.infer<typeof AssetFields>;

/** A fraction from 0 to 1, entered in percent. */
function percentField() {
  const message = "Enter a number from 0 to 100";
  return z.string().default("50").transform((text) => text.trim().replace(",", "."))
    .pipe(z.string().regex(/^\d{1,3}(\.\d{1,10})?$/, message))
    .transform(Number)
    .pipe(z.number().max(100, message))
    .transform((percent) => percent / 100);
}

/** Checks the form: its fields, or an error message by field. */
export function checkAssetForm(form: URLSearchParams): CheckedForm<AssetFields> {
  return checkForm(form, AssetFields);
}

/** Returns the fields as sent, to show them again. */
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
