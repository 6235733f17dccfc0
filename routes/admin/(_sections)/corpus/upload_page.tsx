import { z } from "zod";
import { sectionLink } from "@/components/admin/sections.ts";
import { CONTENT_KINDS } from "@/components/buyer/content_kinds.ts";
import { AdminHeader } from "@/components/admin/AdminHeader.tsx";
import { UPLOAD_LIMITS, UploadForm } from "./UploadForm.tsx";
import { UploadReport } from "./UploadReport.tsx";
import type { FieldErrors } from "@/lib/records/mod.ts";
import { authorize } from "@/lib/staff/mod.ts";
import {
  ContentType,
  type CorpusFile,
  IMPORT_LIMITS,
  importCorpus,
  type ImportReport,
} from "@/lib/corpus/mod.ts";
import { type Ctx, define } from "@/lib/define.ts";
import { AppError, readUpload, UNKNOWN_INTENT } from "@/lib/http/mod.ts";

const MIB = 1024 * 1024;

/** Enough parts for the system checkboxes, the fields and too many files, so that the error can state their number. */
const LIMITS = {
  maxBytes: UPLOAD_LIMITS.totalMiB * MIB,
  maxParts: 200,
  timeoutMs: 2 * 60_000,
};

const UploadFields = z.object({
  intent: z.enum(["import", "preview"], UNKNOWN_INTENT),
  type: z.union(
    [z.literal("").transform(() => undefined), ContentType],
    "Choose a kind from the list",
  ),
});

export const handler = define.handlers({
  GET(ctx) {
    authorize(ctx.state, "edit_data");
    return show(ctx, {});
  },
  async POST(ctx) {
    const staff = authorize(ctx.state, "edit_data");
    const { db, now, catalog } = ctx.state.services;
    const sent = await readFiles(ctx.req);
    if (sent === null) {
      const fields = { files: `Choose files of at most ${UPLOAD_LIMITS.totalMiB} MB together` };
      return show(ctx, { fields, status: 413 });
    }
    const { files, form } = sent;
    const known = new Set(catalog.current().catalog.systems.map(({ id }) => id));
    const systems = form.systems.filter((id) => known.has(id));
    const checked = UploadFields.safeParse(form);
    const fields = {
      ...(files.length === 0 && { files: "Choose at least one file" }),
      ...(files.length > UPLOAD_LIMITS.files && {
        files: `Choose at most ${UPLOAD_LIMITS.files} files at a time; these are ${files.length}`,
      }),
      ...(!checked.success &&
        Object.fromEntries(checked.error.issues.map(({ path, message }) => [path[0], message]))),
    };
    if (!checked.success || Object.keys(fields).length > 0) {
      return show(ctx, { form, fields, status: 400 });
    }
    const { type, intent } = checked.data;
    const report = await importCorpus(db, files, {
      now: now(),
      defaults: {
        systems,
        ...(type && { type }),
        typeChosen: "under “Kind”",
        typeLabels: CONTENT_KINDS,
      },
      dryRun: intent === "preview",
      author: { actor: staff.email, requestId: ctx.state.requestId },
    });
    const status = report.items.length === 0 ? 400 : 200;
    return show(ctx, { form, report, preview: intent === "preview", status });
  },
});

interface Sent {
  readonly files: readonly CorpusFile[];
  readonly form: { readonly intent: string; readonly type: string; readonly systems: string[] };
}

/** Reads the form and its files; null when they exceed the size limit. */
async function readFiles(request: Request): Promise<Sent | null> {
  try {
    const data = await readUpload(request, LIMITS);
    const text = (name: string) => data.getAll(name).filter((value) => typeof value === "string");
    const files = data.getAll("files").filter((value) => value instanceof File)
      // Browsers send an empty file without a name when none was chosen.
      .filter(({ name, size }) => name !== "" || size > 0);
    return {
      files: files.map((file, index) => ({
        path: nameOf(file) || `File ${index + 1}`,
        bytes: () => file.bytes(),
        size: file.size,
        mediaType: file.type,
      })),
      form: {
        intent: text("intent")[0] ?? "import",
        type: text("type")[0] ?? "",
        systems: text("systems"),
      },
    };
  } catch (error) {
    if (error instanceof AppError && error.kind === "too_large") return null;
    throw error;
  }
}

/** Returns the file name without folders, because the name decides which document the file is a version of. */
function nameOf({ name }: File): string {
  return name.split(/[/\\]/).at(-1)?.replaceAll(/\p{Cc}/gu, "").trim().slice(-200) ?? "";
}

interface Shown {
  readonly form?: { readonly type: string; readonly systems: string[] };
  readonly fields?: FieldErrors;
  /** Absent before anything was sent. */
  readonly report?: ImportReport;
  readonly preview?: boolean;
  readonly status?: number;
}

async function show(ctx: Ctx, shown: Shown): Promise<Response> {
  const { form = { type: "", systems: [] }, fields = {}, report, preview = false, status = 200 } =
    shown;
  const { systems } = ctx.state.services.catalog.current().catalog;
  const failed = Object.keys(fields).length > 0;
  ctx.state.title = failed ? "Error: Upload documents" : "Upload documents";
  return await ctx.render(
    <>
      <AdminHeader
        title="Upload documents"
        lead="A file with a known name or address becomes a new version of that document, if its content is new. We import nothing twice."
        trail={[sectionLink("corpus")]}
      />
      {report && <UploadReport report={report} preview={preview} />}
      <UploadForm
        form={form}
        fields={fields}
        systems={systems}
        fileMiB={IMPORT_LIMITS.fileMiB}
      />
    </>,
    { status },
  );
}
