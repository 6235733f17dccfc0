import type { JSX } from "preact";
import type { System } from "@/lib/catalog/mod.ts";
import { Button } from "@/components/ui/Button.tsx";
import { Disclosure } from "@/components/ui/Disclosure.tsx";
import { CheckFields, TextArea } from "@/components/admin/fields.tsx";
import { corpusHref } from "@/components/hrefs/admin.ts";
import { SystemBoxes } from "./SystemBoxes.tsx";
import type { TryQuery } from "./try_query.ts";
import { CONTENT_KINDS } from "@/components/buyer/content_kinds.ts";
import { choicesOf } from "./labels.ts";

/** The form that tries a question, among all passages or only some kinds and systems. */
export function TryForm(
  { query, systems, error }: {
    query: TryQuery;
    systems: readonly System[];
    /** The error of a submitted form. */
    error: string | undefined;
  },
): JSX.Element {
  const { text, systemIds, contentTypes } = query;
  return (
    <form method="get" action={corpusHref("try")} class="mb-8 max-w-3xl" role="search">
      <TextArea
        name="q"
        label="Question"
        hint="A question in whole sentences, a name, or a word. Without one, choose a system below."
        error={error}
        value={text}
        rows={2}
        optional
      />
      <fieldset class="mt-3">
        <legend class="text-sm font-medium">Kinds</legend>
        <div class="flex flex-wrap gap-x-6">
          <CheckFields name="types" options={choicesOf(CONTENT_KINDS)} chosen={contentTypes} />
        </div>
      </fieldset>
      <Disclosure
        summary={systemIds.length === 0
          ? "About any system"
          : `About ${systemIds.length === 1 ? "one system" : `${systemIds.length} systems`}`}
        open={systemIds.length > 0}
        class="mb-2"
      >
        <SystemBoxes systems={systems} checked={systemIds} />
      </Disclosure>
      <Button>Try</Button>
    </form>
  );
}
