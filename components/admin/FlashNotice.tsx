import type { JSX } from "preact";
import type { Flash } from "@/lib/staff/mod.ts";
import { Button } from "../ui/Button.tsx";
import { Notice } from "../ui/Notice.tsx";
import { PostForm } from "./RecordForm.tsx";

/** The flash of the last action, with an undo button when the action can be undone. */
export function FlashNotice({ flash: { tone, text, undo } }: { flash: Flash }): JSX.Element {
  return (
    <div class="flash" data-flash>
      <Notice tone={tone} role="status">
        <div class="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <p class="min-w-0 break-words">{text}</p>
          {undo && (
            <PostForm action={undo.action} hidden={undo.fields}>
              <Button variant="quiet" size="small">Undo</Button>
            </PostForm>
          )}
        </div>
      </Notice>
    </div>
  );
}
