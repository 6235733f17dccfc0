import type { JSX } from "preact";
import { Block } from "@/components/admin/Block.tsx";
import { Button } from "@/components/ui/Button.tsx";
import { ErrorSummary, fieldsOf, TextField } from "@/components/admin/fields.tsx";
import { sectionHref } from "@/components/hrefs/admin.ts";
import { PostForm } from "@/components/admin/RecordForm.tsx";

interface EraseFormProps {
  form: URLSearchParams;
  errors: Readonly<Record<string, string>>;
}

/** The form that chooses whose data to erase. It only leads to the plan and erases nothing. */
export function EraseForm({ form, errors }: EraseFormProps): JSX.Element {
  const field = fieldsOf(form, errors);
  return (
    <Block
      id="erase"
      title="Erase somebody’s data"
      lead="Fill in one field. We first show what would be erased, store by store. Erase a contact’s record in the CRM itself. Backups are not changed."
    >
      <PostForm action={sectionHref("privacy")}>
        <ErrorSummary fields={errors} nothing="Nothing was erased" />
        <div class="grid gap-5 grid-cols-[repeat(auto-fit,minmax(min(100%,14rem),1fr))]">
          <TextField
            {...field("session_id")}
            label="Session id"
            hint="The value of the cookie ns_session in the visitor’s browser."
            mono
            optional
          />
          <TextField
            {...field("contact_id")}
            label="Contact id"
            hint="The contact’s number in the CRM. It selects all their sessions and leads."
            mono
            optional
          />
          <TextField
            {...field("before")}
            label="Everything before a day"
            hint="All sessions and leads that began before this day, in UTC. Tomorrow selects all."
            type="date"
            optional
          />
        </div>
        <p class="mt-5">
          <Button name="intent" value="plan" variant="secondary">Show plan</Button>
        </p>
      </PostForm>
    </Block>
  );
}
