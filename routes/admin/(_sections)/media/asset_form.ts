/** The form of one asset: filled from a stored asset, and checked. */
import { z } from "zod";
import { optionalLineField, optionalParagraphField } from "@/lib/http/mod.ts";
import { ASSET_LIMITS, GROUP_NAME_LENGTH } from "@/lib/media/mod.ts";

/** The checks of the form. */
export const AssetFields = z.object({
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

/** Fills the form from a stored asset. */
export function formOfAsset(
  { title, alt, focal, group }: {
    title: string | null;
    alt: string | null;
    focal: { x: number; y: number };
    group: string | null;
  },
): URLSearchParams {
  return new URLSearchParams({
    title: title ?? "",
    alt: alt ?? "",
    focalX: percent(focal.x),
    focalY: percent(focal.y),
    group: group ?? "",
  });
}

/** Formats a fraction from 0 to 1 as a percentage with at most one decimal, without the sign. */
export function percent(share: number): string {
  return `${Math.round(share * 1000) / 10}`;
}

/** Returns the focal point of a form in fractions from 0 to 1; 0.5 for a coordinate that is not a valid percentage. */
export function focalOf(form: URLSearchParams): { x: number; y: number } {
  const share = (name: string) => {
    const text = form.get(name) ?? "";
    const number = Number(text) / 100;
    return text.trim() !== "" && number >= 0 && number <= 1 ? number : 0.5;
  };
  return { x: share("focalX"), y: share("focalY") };
}
