import { asset } from "fresh/runtime";
import { Block } from "@/components/admin/Block.tsx";
import { z } from "zod";
import { AdminHeader } from "@/components/admin/AdminHeader.tsx";
import { mediaHref } from "@/components/hrefs/admin.ts";
import type { FileResult } from "./results.ts";
import { UploadForm, UploadRules } from "./UploadForm.tsx";
import { UploadProgress, UploadReport } from "./UploadReport.tsx";
import { VideoForm } from "./VideoForm.tsx";
import {
  AppError,
  checkForm,
  optionalLineField,
  optionalParagraphField,
  statusOf,
  streamForm,
} from "@/lib/http/mod.ts";
import type { Author, FieldErrors } from "@/lib/records/mod.ts";
import { getLog } from "@/lib/log/mod.ts";
import { authorize, authorOf } from "@/lib/staff/mod.ts";
import { type Ctx, define } from "@/lib/define.ts";
import {
  addVideo,
  ASSET_LIMITS,
  INGEST_LIMITS,
  ingestFile,
  parseVideoId,
  proposeSoon,
} from "@/lib/media/mod.ts";

const LIMITS = {
  maxBytes: INGEST_LIMITS.maxFormBytes,
  maxFiles: INGEST_LIMITS.maxFiles,
  maxFields: 10,
  maxFieldBytes: 4096,
  timeoutMs: INGEST_LIMITS.formTimeoutMs,
};

export const handler = define.handlers({
  GET(ctx) {
    authorize(ctx.state, "edit_data");
    return show(ctx, {});
  },
  async POST(ctx) {
    return show(ctx, await takeForm(ctx, authorOf(ctx.state, "edit_data")));
  },
});

/** Ingests the files of the form while they arrive: pictures, or the still of a video. */
async function takeForm(ctx: Ctx, by: Author): Promise<Shown> {
  const { req, state: { services } } = ctx;
  const ingest = { db: services.db, folder: services.config.media.uploadFolder };
  const form = new URLSearchParams();
  const results: FileResult[] = [];
  let fields: FieldErrors = {};
  let stopped: Stopped | null = null;
  try {
    await streamForm(req, LIMITS, {
      field: (name, value) => form.set(name, value),
      async file(file) {
        // A browser sends an empty file input as one file without a name.
        if (file.fileName === "") return;
        const name = file.fileName.split(/[/\\]/).at(-1) ?? "";
        const incoming = { name: file.fileName, body: file.body, by, signal: req.signal };
        if (file.field === "files") {
          results.push({ name, outcome: await ingestFile(ingest, incoming) });
        } else if (file.field === "still") {
          const video = checkForm(form, VideoFields);
          if (!video.ok) {
            fields = video.fields;
            return;
          }
          const { video: videoId, title, alt: altText } = video.value;
          const outcome = await addVideo(ingest, { ...incoming, videoId, title, altText });
          if (outcome.kind === "refused") fields = { still: outcome.message };
          else results.push({ name: title ?? name, outcome });
        }
      },
    });
  } catch (error) {
    if (results.length === 0) throw error;
    stopped = stoppedBy(ctx, error);
  }
  proposeSoon(
    services,
    results.flatMap(({ outcome }) => outcome.kind === "stored" ? [outcome.asset.id] : []),
  );
  const nothing = results.length === 0 && Object.keys(fields).length === 0;
  if (nothing) fields = nothingSent(form);
  const isRefused = Object.keys(fields).length > 0;
  return { results, stopped, fields, ...(isRefused && { form }) };
}

/**
 * Returns why reading stopped, so that a bad form or an outage does not hide the outcome of the files before it.
 *
 * @throws the error itself when it is neither.
 */
function stoppedBy({ state: { requestId } }: Ctx, error: unknown): Stopped {
  if (statusOf(error) === 503) {
    getLog("admin").error("cannot take the rest of an upload", { error, requestId });
    return { message: "We cannot store more pictures at the moment", status: 503 };
  }
  if (error instanceof AppError && error.status < 500) {
    return { message: error.message, status: 400 };
  }
  throw error;
}

function nothingSent(form: URLSearchParams): FieldErrors {
  if (form.get("intent") !== "video") return { files: "Choose at least one picture" };
  const video = checkForm(form, VideoFields);
  return { ...(!video.ok && video.fields), still: "Choose a picture for the video" };
}

const VideoFields = z.object({
  video: z.string().default("").transform(parseVideoId)
    .pipe(z.string("Paste the id of the video, or its link at the video host")),
  title: optionalLineField(ASSET_LIMITS.title),
  alt: optionalParagraphField(ASSET_LIMITS.altText),
});

/** Why reading stopped before the last file, and the status of the answer. */
interface Stopped {
  readonly message: string;
  readonly status: 400 | 503;
}

interface Shown {
  readonly results?: readonly FileResult[];
  readonly stopped?: Stopped | null;
  readonly fields?: FieldErrors;
  /** The form of the video, as sent. */
  readonly form?: URLSearchParams;
}

async function show(ctx: Ctx, shown: Shown): Promise<Response> {
  const { fields = {}, results = [], stopped = null, form = new URLSearchParams() } = shown;
  const { files: filesError, ...videoErrors } = fields;
  const failed = Object.keys(fields).length > 0;
  ctx.state.title = failed ? "Error: Add pictures" : "Add pictures";
  const allRefused = results.length > 0 &&
    results.every(({ outcome }) => outcome.kind === "refused");
  return await ctx.render(
    <>
      <AdminHeader
        title="Add pictures"
        lead="The content of a file decides its type. We keep a clean copy of every picture, without the camera’s data."
        trail={[{ label: "Pictures & videos", href: mediaHref() }]}
      />
      {results.length > 0 && <UploadReport results={results} stopped={stopped?.message ?? null} />}
      <div class="grid max-w-4xl gap-10">
        <div class="grid gap-4">
          <UploadForm error={filesError} />
          <UploadProgress />
        </div>
        <Block id="rules" title="What you can upload, and how we store it">
          <UploadRules />
        </Block>
        <Block id="add-video" title="Add a video">
          <VideoForm form={form} fields={videoErrors} />
        </Block>
      </div>
      <script src={asset("/admin_upload.js")} defer />
    </>,
    { status: stopped?.status ?? (failed || allRefused ? 400 : 200) },
  );
}
