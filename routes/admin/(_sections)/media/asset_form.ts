/** The form of one asset: filled from a stored asset, and checked. */
import { z } from "zod";
import type { Described } from "@/components/admin/record/define.ts";
import { optionalLineField, optionalParagraphField } from "@/lib/http/mod.ts";
import { ASSET_LIMITS, type AssetRecord, GROUP_NAME_LENGTH } from "@/lib/media/mod.ts";

/** The checks of the form. */
export const AssetFields = z.object({
  title: optionalLineField(ASSET_LIMITS.title),
  alt: optionalParagraphField(ASSET_LIMITS.altText),
  focalX: percentField(),
  focalY: percentField(),
  group: optionalLineField(GROUP_NAME_LENGTH),
});

/** The checked fields of an asset's form; the focal point in fractions from 0 to 1. */
export type AssetFields = z.infer<typeof AssetFields>;

/** A fraction from 0 to 1, entered in percent. As in every number field, the decimal mark is a point. */
function percentField() {
  const message = "Enter a number from 0 to 100, such as 37.5";
  return z.string().default("50").transform((text) => text.trim())
    .pipe(z.string().regex(/^\d{1,3}(\.\d{1,10})?$/, message))
    .transform(Number)
    .pipe(z.number().max(100, message))
    .transform((percent) => percent / 100);
}

/** Returns the fields of a stored asset. */
export function fieldsOfAsset(
  { title, altText, focalX, focalY }: AssetRecord,
  group: string | null,
): AssetFields {
  return { title, alt: altText, focalX, focalY, group };
}

/** Fills the form. */
export function formOfAsset({ title, alt, focalX, focalY, group }: AssetFields) {
  return new URLSearchParams({
    title: title ?? "",
    alt: alt ?? "",
    focalX: percent(focalX),
    focalY: percent(focalY),
    group: group ?? "",
  });
}

/** Describes every field, to compare two versions. */
export function describeAsset({ title, alt, focalX, focalY, group }: AssetFields): Described[] {
  return [
    { label: "Title", value: title ?? "None" },
    { label: "Alt text", value: alt ?? "None" },
    {
      label: "Focal point",
      value: `${percent(focalX)}% from the left, ${percent(focalY)}% from the top`,
    },
    { label: "Shot group", value: group ?? "None" },
  ];
}

/** Formats a fraction from 0 to 1 as a percentage with at most one decimal, without the sign. */
function percent(share: number): string {
  return `${Math.round(share * 1000) / 10}`;
}

/** Returns the focal point of a form in fractions from 0 to 1; 0.5 for a coordinate that is not a valid percentage. */
export function focalOf(form: URLSearchParams): { x: number; y: number } {
  const share = (name: string) => percentField().safeParse(form.get(name)).data ?? 0.5;
  return { x: share("focalX"), y: share("focalY") };
}
