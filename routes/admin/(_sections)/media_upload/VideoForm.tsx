import type { JSX } from "preact";
import type { FieldErrors } from "@/lib/records/mod.ts";
import { Button } from "@/components/ui/Button.tsx";
import { Field, fieldAria } from "@/components/ui/Field.tsx";
import { ErrorSummary, fieldsOf, TextField } from "@/components/admin/fields.tsx";
import { uploadHref } from "@/components/hrefs/admin.ts";

/** The form that adds a video: its id at the video host, and its still. */
export function VideoForm(
  { form, fields }: { form: URLSearchParams; fields: FieldErrors },
): JSX.Element {
  const field = fieldsOf(form, fields);
  const still = {
    hint: "Shown until somebody plays the video. Any picture that can be uploaded.",
    error: fields.still,
  };
  return (
    <form
      method="post"
      action={uploadHref()}
      enctype="multipart/form-data"
      autocomplete="off"
      class="max-w-3xl"
    >
      <ErrorSummary fields={fields} />
      {/* The form is streamed: this field must arrive before the file. */}
      <input type="hidden" name="intent" value="video" />
      <div class="grid gap-5">
        <TextField
          {...field("video")}
          label="Video"
          hint="Its id at the video host, or a link to it there."
        />
        <TextField
          {...field("title")}
          label="Title"
          optional
        />
        <TextField
          {...field("alt")}
          label="Alt text"
          hint="What the still shows, for those who cannot see it."
          optional
        />
        <Field id="still" label="Still" {...still}>
          <input
            {...fieldAria("still", still)}
            type="file"
            name="still"
            accept="image/*"
            required
            class="control"
          />
        </Field>
        <div>
          <Button variant="secondary">Add video</Button>
        </div>
      </div>
    </form>
  );
}
