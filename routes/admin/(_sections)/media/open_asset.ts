/** The asset that an action is about, and what the act comes to in its panel. */
import { mediaHref } from "../../../../components/hrefs/admin.ts";
import { opened } from "./screen.ts";
import { readRecord } from "../../../../lib/records/mod.ts";
import type { Undo } from "../../../../lib/staff/mod.ts";
import { AppError } from "../../../../lib/http/mod.ts";
import { assetEntity, type AssetRecord } from "../../../../lib/media/mod.ts";
import type { Acting, Again } from "./answer.ts";
import type { PanelState } from "./panel.ts";

/**
 * Reads the asset that is open.
 *
 * @throws {AppError} `invalid` where no asset is open, `not_found` where it is gone.
 */
export async function openAsset({ services, screen }: Acting): Promise<AssetRecord> {
  if (screen.asset === null) throw new AppError("invalid", "The address names no picture");
  const stored = await readRecord(services.db, assetEntity, screen.asset);
  if (stored === null) throw new AppError("not_found");
  return stored.record;
}

/** The panel of the asset that is open. */
export function panelHref({ screen }: Acting): string {
  return `${mediaHref()}${screen.asset === null ? "" : opened(screen, screen.asset)}`;
}

/** The form that takes an action back: what it sends, to the page of the asset. */
export function undoing({ screen }: Acting, fields: Undo["fields"]): Undo {
  return { action: mediaHref(`${screen.params}`), fields };
}

/** Shows the panel once more, with what was wrong. */
export function again(
  status: 400 | 409,
  panel: PanelState,
): Again {
  return { kind: "again", status, shown: { panel } };
}
