import type { JSX } from "preact";
import type { FieldErrors } from "@/lib/records/mod.ts";
import type { System } from "@/lib/catalog/mod.ts";
import { Button, ButtonLink } from "@/components/ui/Button.tsx";
import { Field, fieldAria } from "@/components/ui/Field.tsx";
import { ErrorSummary, FieldGroup, SelectField } from "@/components/admin/fields.tsx";
import { corpusHref, sectionHref } from "@/components/hrefs/admin.ts";
import { SystemBoxes } from "./SystemBoxes.tsx";
import { CONTENT_KINDS } from "@/components/buyer/content_kinds.ts";
import { choicesOf } from "./labels.ts";

/** Limits of one upload. The command `corpus:import` takes larger collections. */
export const UPLOAD_LIMITS = { files: 20, totalMiB: 24 } as const;

const FORMATS = ".md,.markdown,.html,.htm,.txt,.pdf,.jsonl,.ndjson";

interface UploadFormProps {
  /** The choices to show again. Files cannot be shown again; they must be chosen once more. */
  form: { readonly type: string; readonly systems: readonly string[] };
  fields: FieldErrors;
  systems: readonly System[];
  /** Size limit of a file, in MiB. */
  fileMiB: number;
}

/** The form that imports files into the corpus, or previews the import. */
export function UploadForm({ form, fields, systems, fileMiB }: UploadFormProps): JSX.Element {
  const files = {
    hint: `Markdown, HTML, plain text, PDF or JSONL. At most ${UPLOAD_LIMITS.files} files, ` +
      `${fileMiB} MB each and ${UPLOAD_LIMITS.totalMiB} MB together.`,
    error: fields.files,
  };
  return (
    <form
      method="post"
      action={corpusHref("upload")}
      enctype="multipart/form-data"
      class="max-w-3xl"
      autocomplete="off"
    >
      <ErrorSummary fields={fields} nothing="Nothing was imported" />
      <div class="grid gap-5">
        <Field id="files" label="Files" {...files}>
          <input
            {...fieldAria("files", files)}
            type="file"
            name="files"
            multiple
            accept={FORMATS}
            class="control"
          />
        </Field>
        <SelectField
          name="type"
          label="Kind"
          hint="For files that do not name their kind."
          value={form.type}
          empty="As the file says"
          options={choicesOf(CONTENT_KINDS)}
          error={fields.type}
          optional
        />
        <FieldGroup legend="About" hint="For files that name no systems themselves.">
          <SystemBoxes systems={systems} checked={form.systems} />
        </FieldGroup>
      </div>
      <div class="form-bar">
        <Button name="intent" value="import">Import</Button>
        <Button variant="secondary" name="intent" value="preview">Preview</Button>
        <ButtonLink variant="secondary" href={sectionHref("corpus")}>Cancel</ButtonLink>
      </div>
    </form>
  );
}
