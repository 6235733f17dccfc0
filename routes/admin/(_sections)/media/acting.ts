/** The context of the actions on the library, and helpers for those on the open asset. */
import { mediaHref } from "@/components/hrefs/admin.ts";
import type { Ctx } from "@/lib/define.ts";
import { AppError } from "@/lib/http/mod.ts";
import { assetEntity, type AssetRecord } from "@/lib/media/mod.ts";
import { type Author, readRecord } from "@/lib/records/mod.ts";
import type { Undo } from "@/lib/staff/mod.ts";
import type { PanelState } from "./panel.ts";
import { opened, type Screen } from "./screen.ts";
import { showLibrary } from "./show.tsx";

/** The context of an action: its author, the state of the screen, and the sent form. */
export interface Acting {
  readonly ctx: Ctx;
  readonly by: Author;
  readonly screen: Screen;
  readonly form: URLSearchParams;
}

/**
 * Reads the asset that is open.
 *
 * @throws {AppError} `invalid` when no asset is open, `not_found` when it no longer exists.
 */
export async function openAsset({ ctx, screen }: Acting): Promise<AssetRecord> {
  if (screen.asset === null) throw new AppError("invalid", "The address names no picture");
  const stored = await readRecord(ctx.state.services.db, assetEntity, screen.asset);
  if (stored === null) throw new AppError("not_found");
  return stored.record;
}

/** Returns the address of the open asset's panel, or of the library when none is open. */
export function panelHref({ screen }: Acting): string {
  return `${mediaHref()}${screen.asset === null ? "" : opened(screen, screen.asset)}`;
}

/** Returns the undo form of an action; it posts `fields` to the screen in its present state. */
export function undoing({ screen }: Acting, fields: Undo["fields"]): Undo {
  return { action: mediaHref(`${screen.params}`), fields };
}

/** Shows the panel again with its errors. */
export function again(
  { ctx, screen }: Acting,
  status: 400 | 409,
  panel: PanelState,
): Promise<Response> {
  return showLibrary(ctx, screen, { status, panel });
}
