import type { JSX } from "preact";
import { Button } from "@/components/ui/Button.tsx";
import { Field, fieldAria, Select } from "@/components/ui/Field.tsx";
import { selectHref } from "@/components/hrefs/buyer.ts";
import { ADVISOR_PATH } from "./view.ts";

/**
 * Asks for a system before the chat where none is in view, because the assistant quotes documents about systems. With an
 * empty catalog it says instead that nothing can be answered yet.
 */
export function ChooseSystem({ systems }: {
  systems: readonly { readonly id: string; readonly name: string }[];
}): JSX.Element {
  if (systems.length === 0) {
    return (
      <p class="max-w-text">
        The assistant cannot answer anything yet, because our catalog is still being filled. Please
        come back soon.
      </p>
    );
  }
  const hint = "The assistant quotes what we have written about the systems that you look at.";
  return (
    <form method="get" action={ADVISOR_PATH} class="grid max-w-text gap-4">
      <input type="hidden" name="from" value="browsing" />
      <Field id="chat-system" label="Which system is it about?" hint={hint}>
        <Select {...fieldAria("chat-system", { hint })} name="systems" required>
          <option value="">Choose a system</option>
          {systems.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
        </Select>
      </Field>
      <p class="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button variant="secondary">Ask about it</Button>
        <a href={selectHref()} class="text-link tap inline-block">
          First find out which system is right
        </a>
      </p>
    </form>
  );
}
