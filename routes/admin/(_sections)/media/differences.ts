/** What two editors of one asset want, side by side. */
import type { AssetRecord } from "../../../../lib/media/mod.ts";
import type { AssetFields } from "./asset_form.ts";

/** A field that differs, in words. */
export interface Difference {
  readonly label: string;
  readonly mine: string;
  readonly theirs: string;
}

/** The fields in which what somebody wants differs from what somebody else has saved meanwhile. */
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
