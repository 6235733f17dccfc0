import type { JSX } from "preact";
import { INGEST_LIMITS } from "@/lib/media/mod.ts";
import { Button, ButtonLink } from "@/components/ui/Button.tsx";
import { Field, fieldAria } from "@/components/ui/Field.tsx";
import { mediaHref, uploadHref } from "@/components/hrefs/admin.ts";
import { formatCount } from "@/lib/text/mod.ts";

const MIB = 1024 * 1024;
const MILLION = 1_000_000;
const ACCEPTED = "image/jpeg,image/png,image/webp,image/avif,image/svg+xml," +
  ".jpg,.jpeg,.png,.webp,.avif,.svg";

const TOO_LARGE = `It is larger than ${INGEST_LIMITS.maxBytes / MIB} MB.`;
const VIDEO = "It is a video, and videos are kept at the video host. See Add a video below.";

interface UploadFormProps {
  /** Error of the last attempt. */
  error?: string | undefined;
}

/**
 * The upload form. Without scripts it sends all files in one request; with scripts, `static/admin_upload.js` sends
 * each file in its own request as soon as it is chosen or dropped.
 */
export function UploadForm({ error }: UploadFormProps): JSX.Element {
  const hint = `Several at once. JPEG, PNG, WebP, AVIF or SVG, at most ${
    INGEST_LIMITS.maxBytes / MIB
  } MB each.`;
  return (
    <form
      method="post"
      action={uploadHref()}
      enctype="multipart/form-data"
      autocomplete="off"
      data-upload={uploadHref("file")}
      data-max-bytes={INGEST_LIMITS.maxBytes}
      data-too-large={TOO_LARGE}
      data-video={VIDEO}
    >
      <div class="upload-zone" data-zone>
        <Field id="files" label="Pictures" hint={hint} error={error}>
          <input
            {...fieldAria("files", { hint, error })}
            type="file"
            name="files"
            multiple
            accept={ACCEPTED}
            class="control"
          />
        </Field>
        <p class="text-sm text-muted" data-drop-hint hidden>
          Or drop them anywhere on this page. Each is sent immediately.
        </p>
      </div>
      <div class="mt-3 flex flex-wrap gap-2" data-plain>
        <Button>Upload</Button>
        <ButtonLink variant="secondary" href={mediaHref()}>Cancel</ButtonLink>
      </div>
    </form>
  );
}

/** The rules of uploads: limits, refused types, and how we store a file. */
export function UploadRules(): JSX.Element {
  const { maxPixels, maxAvifPixels, maxSide, storedSide, drawnSide, maxFiles } = INGEST_LIMITS;
  const rules: readonly (readonly [term: string, text: string])[] = [
    [
      "Size",
      `At most ${maxPixels / MILLION} megapixels (AVIF: ${maxAvifPixels / MILLION}) and ${
        formatCount(maxSide)
      } pixels on a side.`,
    ],
    [
      "Stored",
      `We store a picture upright, in sRGB and at most ${
        formatCount(storedSide)
      } pixels long, without the camera’s location and device data.`,
    ],
    [
      "Drawings",
      `We turn an SVG into a picture ${
        formatCount(drawnSide)
      } pixels long. We refuse an SVG with scripts or external links.`,
    ],
    ["Duplicates", "We do not store the same file twice; you are taken to the one we have."],
    ["Refused", "GIF, HEIC, PDF, animations and videos. Videos are kept at the video host."],
    ["Number", `Without scripts, ${maxFiles} files at once; with scripts, any number.`],
  ];
  return (
    <dl class="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[max-content_1fr]">
      {rules.map(([term, text]) => (
        <div key={term} class="contents">
          <dt class="font-medium">{term}</dt>
          <dd class="text-muted">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
