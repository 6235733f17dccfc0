import { takenView } from "./results.ts";
import { uploadHref } from "@/components/hrefs/admin.ts";
import { authorize, authorOf } from "@/lib/staff/mod.ts";
import { define } from "@/lib/define.ts";
import {
  AppError,
  type ErrorKind,
  expectType,
  json,
  streamBody,
  toErrorResponse,
} from "@/lib/http/mod.ts";
import { INGEST_LIMITS, ingestFile, proposeSoon, type RefusalReason } from "@/lib/media/mod.ts";

/** Slightly above the limit of a file, so that the library refuses a file that is too large with its own message. */
const LIMITS = {
  maxBytes: INGEST_LIMITS.maxBytes + 64 * 1024,
  timeoutMs: INGEST_LIMITS.fileTimeoutMs,
};

const KINDS: Readonly<Record<RefusalReason, ErrorKind>> = {
  empty: "invalid",
  too_large: "too_large",
  too_small: "invalid",
  video: "unsupported_media_type",
  type: "unsupported_media_type",
  animated: "unsupported_media_type",
  broken: "invalid",
  unsafe: "invalid",
};

/**
 * Stores one file, sent as the body of the request: 201 when it was added, 200 when the library had it already, the
 * common error shape otherwise. No form can send the content type `application/octet-stream`, so a cross-origin
 * request needs a CORS preflight.
 */
export const handler = define.handlers({
  GET(ctx) {
    authorize(ctx.state, "edit_data");
    return ctx.redirect(uploadHref(), 303);
  },
  async POST(ctx) {
    const by = authorOf(ctx.state, "edit_data");
    const { db, config } = ctx.state.services;
    try {
      expectType(ctx.req, /^application\/octet-stream$/, "application/octet-stream");
      const body = streamBody(ctx.req, LIMITS);
      const outcome = await ingestFile({ db, folder: config.media.uploadFolder }, {
        name: ctx.url.searchParams.get("name") ?? "",
        // This iterator has no `return`, so ingest cannot cancel the body: browsers read no response before they
        // have sent everything. The loop below drains the rest.
        body: { [Symbol.asyncIterator]: () => ({ next: () => body.next() }) },
        by,
        signal: ctx.req.signal,
      });
      while (!(await body.next()).done);
      if (outcome.kind === "stored") proposeSoon(ctx.state.services, [outcome.asset.id]);
      if (outcome.kind !== "refused") {
        return json(takenView(outcome), { status: outcome.kind === "stored" ? 201 : 200 });
      }
      throw new AppError(KINDS[outcome.reason], outcome.message);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return toErrorResponse(error);
    }
  },
});
