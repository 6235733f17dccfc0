import type { JSX } from "preact";
import type { ItemDetails, ItemMention } from "@/lib/corpus/mod.ts";
import { Button } from "@/components/ui/Button.tsx";
import { Disclosure } from "@/components/ui/Disclosure.tsx";
import { TextField } from "@/components/admin/fields.tsx";
import { recordHref } from "@/components/hrefs/admin.ts";
import { PostForm } from "@/components/admin/RecordForm.tsx";
import { Mention } from "./parts.tsx";

interface SupersedingProps {
  item: ItemDetails;
  /** The search text; null before a search. */
  search: string | null;
  /** Why nothing was searched for; undefined when it was. */
  error: string | undefined;
  replacements: readonly ItemMention[];
}

/** Supersedes a document by another one; nothing for a document that is not active. */
export function Superseding(
  { item, search, error, replacements }: SupersedingProps,
): JSX.Element | null {
  if (item.state !== "active") return null;
  const action = recordHref("corpus", item.id);
  return (
    <section id="supersede" aria-label="Superseding" class="max-w-3xl">
      <Disclosure summary="Supersede by another document" open={search !== null}>
        <p class="mb-3 max-w-text text-sm text-muted">
          Use this when another document replaces this one: buyers see quotes from the other one
          only. You do not need it for a new version of the same document, which replaces the old
          one when it is imported.
        </p>
        <form
          method="get"
          action={`${action}#supersede`}
          role="search"
          aria-label="Find the other document"
          class="mb-3 flex flex-wrap items-end gap-3"
        >
          <TextField
            name="replacement"
            type="search"
            label="Words of its title"
            value={search ?? ""}
            error={error}
            class="grow"
            optional
          />
          <Button variant="secondary">Find</Button>
        </form>
        {replacements.length === 0
          ? error === undefined && <p class="text-sm text-muted">No active document matches.</p>
          : (
            <ul class="border-t border-line">
              {replacements.map((other) => (
                <li
                  key={other.id}
                  class="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2"
                >
                  <span class="min-w-0 flex-1 basis-60">
                    <Mention item={other} />
                  </span>
                  <PostForm action={action} hidden={{ intent: "supersede", successor: other.id }}>
                    <Button variant="secondary">
                      Supersede by this
                      <span class="sr-only">{`: ${other.title}`}</span>
                    </Button>
                  </PostForm>
                </li>
              ))}
            </ul>
          )}
      </Disclosure>
    </section>
  );
}
