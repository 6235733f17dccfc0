import { uploadHref } from "@/components/hrefs/admin.ts";
import {
  AppError,
  json,
  optionalParagraphField,
  readForm,
  toErrorResponse,
} from "@/lib/http/mod.ts";
import { backTo } from "@/components/admin/settle.ts";
import { authorize, authorOf } from "@/lib/staff/mod.ts";
import { define } from "@/lib/define.ts";
import { ASSET_LIMITS, INGEST_LIMITS, proposeSoon, saveAsset } from "@/lib/media/mod.ts";

const LIMITS = { maxBytes: 512 * 1024 };
const AltText = optionalParagraphField(ASSET_LIMITS.altText);
const FIELD = /^alt:([a-zA-Z0-9][a-zA-Z0-9_-]{0,99})$/;

/** Saves alt texts of added pictures, one field `alt:<id>` each. Empty fields are ignored. */
export const handler = define.handlers({
  GET(ctx) {
    authorize(ctx.state, "edit_data");
    return ctx.redirect(uploadHref(), 303);
  },
  async POST(ctx) {
    const by = authorOf(ctx.state, "edit_data");
    const { db } = ctx.state.services;
    const isScript = ctx.req.headers.get("accept")?.includes("application/json") ?? false;
    try {
      const texts = textsOf(await readForm(ctx.req, LIMITS));
      let saved = 0;
      for (const [id, altText] of texts) {
        const { kind } = await saveAsset(db, { by, id, edit: { altText } });
        if (kind === "changed" || kind === "unchanged") saved++;
      }
      proposeSoon(ctx.state.services, [...texts.keys()]);
      return isScript ? json({ saved }) : toUpload(saved, texts.size - saved);
    } catch (error) {
      if (!isScript || !(error instanceof AppError)) throw error;
      return toErrorResponse(error);
    }
  },
});

function textsOf(form: URLSearchParams): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [name, value] of form) {
    const id = FIELD.exec(name)?.[1];
    if (id === undefined) continue;
    const { data: text = null, error } = AltText.safeParse(value);
    if (error !== undefined) {
      throw new AppError("invalid", `Cannot save an alt text: ${error.issues[0]?.message}`);
    }
    if (text !== null) texts.set(id, text);
  }
  if (texts.size > INGEST_LIMITS.maxFiles) {
    throw new AppError("invalid", "Cannot save so many alt texts at once");
  }
  return texts;
}

function toUpload(saved: number, lost: number): Response {
  const text = saved === 1 ? "1 alt text was saved." : `${saved} alt texts were saved.`;
  const gone = lost === 0
    ? ""
    : ` ${lost} could not be saved, because the picture no longer exists.`;
  return backTo(uploadHref(), { tone: lost > 0 ? "warning" : "positive", text: text + gone });
}
