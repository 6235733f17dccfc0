/** Where staff use the asset that is open, and where its original comes from. */
import { parseOwnerValue } from "./PanelUses.tsx";
import { settle, settleKind } from "../../../../components/admin/settle.ts";
import { AppError } from "../../../../lib/http/mod.ts";
import {
  type ImportOutcome,
  linkAsset,
  type LinkOwner,
  retryImport,
  unlinkAsset,
} from "../../../../lib/media/mod.ts";
import type { Acting, Answer } from "./answer.ts";
import { again, openAsset, panelHref } from "./open_asset.ts";

/** Puts the picture in a gallery, or beside an answer. */
export async function link(acting: Acting): Promise<Answer> {
  const owner = parseOwnerValue(acting.form.get("owner") ?? "");
  if (owner === null) return again(400, { useError: "Choose a place from the list" });
  return await onUses(acting, {
    act: linkAsset,
    owner,
    text: "It is used there now.",
  });
}

/** Takes the picture out of a gallery, or from beside an answer. */
export async function unlink(acting: Acting): Promise<Answer> {
  const owner = parseOwnerValue(acting.form.get("owner") ?? "");
  if (owner === null) throw new AppError("invalid", "The form names no place");
  return await onUses(acting, {
    act: unlinkAsset,
    owner,
    text: "It is no longer used there.",
  });
}

interface UseChange {
  readonly act: typeof linkAsset;
  readonly owner: LinkOwner;
  readonly text: string;
}

async function onUses(acting: Acting, { act, owner, text }: UseChange): Promise<Answer> {
  const { services: { db }, by } = acting;
  const { id } = await openAsset(acting);
  const outcome = await act(db, { by, assetId: id, owner });
  const refused = (status: 400 | 409, useError: string) => again(status, { useError });
  const gone = () => refused(409, "This place is gone. Choose another one");
  return await settle<object, Answer>(outcome, {
    href: panelHref(acting),
    changed: () => ({ tone: "positive", text }),
    invalid: (fields) => refused(400, Object.values(fields).join(". ")),
    conflict: gone,
    taken: gone,
    missing: gone,
  });
}

/** Tries to import the original once more. */
export async function retry(acting: Acting): Promise<Answer> {
  const { services: { db, fetchPublic, config, now } } = acting;
  const { id } = await openAsset(acting);
  const { hosts, uploadFolder: folder } = config.media;
  const outcome = await retryImport({ db, fetchPublic, hosts, folder, now }, id);
  const here = () => ({ tone: "positive", text: "The original was imported." }) as const;
  const failed = (text: string) => ({ tone: "warning", text }) as const;
  return await settleKind<ImportOutcome, Answer>(outcome, panelHref(acting), {
    imported: here,
    present: here,
    missing: () => failed("It names no address to import it from."),
    busy: () => failed("Many are being imported. Try again soon."),
    failed: ({ message }) => failed(`It failed again. ${message}`),
  });
}
