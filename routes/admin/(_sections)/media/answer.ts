/** The actions on the library: their context, their outcomes, and helpers for those on the open asset. */
import { mediaHref } from "@/components/hrefs/admin.ts";
import { AppError } from "@/lib/http/mod.ts";
import { assetEntity, type AssetRecord } from "@/lib/media/mod.ts";
import { type Author, type FieldErrors, readRecord } from "@/lib/records/mod.ts";
import type { Undo } from "@/lib/staff/mod.ts";
import type { Deletion } from "./DeletionQuestion.tsx";
import type { PanelState } from "./panel.ts";
import { opened, type Screen } from "./screen.ts";
import type { Services } from "@/lib/services.ts";
import type { ShownState } from "./load.ts";

/** The context of an action: its author, the state of the screen, and the sent form. */
export interface Acting {
  readonly services: Services;
  readonly by: Author;
  readonly screen: Screen;
  readonly form: URLSearchParams;
}

/** Show the screen again with errors or a conflict. */
export interface Again {
  readonly kind: "again";
  readonly status: 400 | 409;
  readonly shown: ShownState;
  /** Error messages by field, for the summary; absent when the panel shows them itself. */
  readonly fields?: FieldErrors;
  readonly screen?: Screen;
}

/** Ask for confirmation before deleting. */
export interface Question {
  readonly kind: "ask";
  readonly status: 200 | 409;
  readonly deletion: Deletion;
}

/** The outcome of an action: a response, the screen again, or a confirmation page. */
export type Answer = Response | Again | Question;

/**
 * Reads the asset that is open.
 *
 * @throws {AppError} `invalid` when no asset is open, `not_found` when it no longer exists.
 */
export async function openAsset({ services, screen }: Acting): Promise<AssetRecord> {
  if (screen.asset === null) throw new AppError("invalid", "The address names no picture");
  const stored = await readRecord(services.db, assetEntity, screen.asset);
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
export function again(status: 400 | 409, panel: PanelState): Again {
  return { kind: "again", status, shown: { panel } };
}
