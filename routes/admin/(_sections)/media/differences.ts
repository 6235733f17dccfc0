/** Compares the values of two editors of one asset. */
import type { AssetRecord } from "../../../../lib/media/mod.ts";
import type { AssetFields } from "./asset_form.ts";

/** A field that differs, with both values as text. */
export interface Difference {
  readonly label: string;
  readonly mine: string;
  readonly theirs: string;
}

/** Returns the fields whose value in the form (`mine`) differs from the one that somebody else saved (`theirs`). */
export function differences(
  mine: AssetFields,
  theirs: AssetRecord,
  theirGroup: string | null,
): Difference[] {
  const rows: Difference[] = [
    { label: "Title", mine: shown(mine.title), theirs: shown(theirs.title) },
    { label: "Alt text", mine: shown(mine.alt), theirs: shown(theirs.altText) },
    {
      label: "Focal point",
      mine: pointText(mine.focalX, mine.focalY),
      theirs: pointText(theirs.focalX, theirs.focalY),
    },
    { label: "Shot group", mine: shown(mine.group), theirs: shown(theirGroup) },
  ];
  return rows.filter((row) => row.mine !== row.theirs);
}

function shown(text: string | null): string {
  return text ?? "None";
}

function pointText(x: number, y: number): string {
  return `${percent(x)} from the left, ${percent(y)} from the top`;
}

function percent(share: number): string {
  return `${Math.round(share * 1000) / 10}%`;
}
