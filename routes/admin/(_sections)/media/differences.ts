/** Compares the values of two editors of one asset. */
import { changedRows, type Difference } from "../../../../components/admin/record/conflict.ts";
import type { AssetRecord } from "../../../../lib/media/mod.ts";
import { type AssetFields, percent } from "./asset_form.ts";

/** Returns the fields whose value in the form (`mine`) differs from the one that somebody else saved (`theirs`). */
export function differences(
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
