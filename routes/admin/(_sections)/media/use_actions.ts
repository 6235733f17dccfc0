/** Where staff use the asset that is open, and where its original comes from. */
import { parseOwnerValue } from "./PanelUses.tsx";
import { AppError } from "../../../../lib/http/mod.ts";
import { linkAsset, type LinkOwner, retryImport, unlinkAsset } from "../../../../lib/media/mod.ts";
import { type Acting, type Answer, NOTHING } from "./answer.ts";
import { again, done, openAsset } from "./open_asset.ts";

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
  switch (outcome.kind) {
    case "changed":
      return done(acting, { tone: "positive", text });
    case "unchanged":
      return done(acting, NOTHING);
    case "invalid":
      return again(400, { useError: Object.values(outcome.fields).join(". ") });
    default:
      return again(409, { useError: "This place is gone. Choose another one" });
  }
}

/** Tries to import the original once more. */
export async function retry(acting: Acting): Promise<Answer> {
  const { services: { db, fetchPublic, config, now } } = acting;
  const { id } = await openAsset(acting);
  const { hosts, uploadFolder: folder } = config.media;
  const outcome = await retryImport({ db, fetchPublic, hosts, folder, now }, id);
  switch (outcome.kind) {
    case "imported":
    case "present":
      return done(acting, { tone: "positive", text: "The original was imported." });
    case "missing":
      return done(acting, { tone: "warning", text: "It names no address to import it from." });
    case "busy":
      return done(acting, { tone: "warning", text: "Many are being imported. Try again soon." });
    case "failed":
      return done(acting, { tone: "warning", text: `It failed again. ${outcome.message}` });
  }
}
