import type { JSX } from "preact";
import { Button } from "@/components/ui/Button.tsx";
import { Choice, TextInput } from "@/components/ui/Field.tsx";
import { formatCount } from "@/lib/text/mod.ts";
import { nameOf, nounOf, pickerFields } from "./picked.ts";
import { PickerThumb } from "./ChosenList.tsx";
import type { PickerFinding, PickerPlace } from "./view.ts";

/** Adds assets without scripts: the form itself runs the search and keeps everything that was typed. */
export function PlainSearch(
  { place, finding }: { place: PickerPlace; finding: PickerFinding | null },
): JSX.Element {
  const { name, accepts, single } = place;
  const { find, found, search, add } = pickerFields(name);
  const { one, many } = nounOf(accepts);
  const id = `${name}-find`;
  return (
    <div class="picker-search">
      <label for={id} class="text-sm font-medium">
        {single ? `Find a ${one}` : `Find ${many} to add`}
      </label>
      <div class="mt-1.5 flex flex-wrap gap-2">
        <TextInput
          id={id}
          name={find}
          type="search"
          value={finding?.text ?? ""}
          placeholder="File name, title or alt text"
          class="max-w-80"
        />
        <input type="hidden" name={found} value={finding?.text ?? ""} />
        <Button variant="secondary" name="intent" value={search} formaction={`#${id}`}>
          Search
        </Button>
      </div>
      {finding && (
        <fieldset class="mt-3">
          <legend class="text-sm text-muted">
            {finding.total === 0
              ? `Nothing else in the library matches “${finding.text}”.`
              : finding.total > finding.assets.length
              ? `The newest ${formatCount(finding.assets.length)} of ${
                formatCount(finding.total)
              }. Search with more words to see others.`
              : `Tick what to ${single ? "put here" : "add"}, then save.`}
          </legend>
          <div class="mt-2 grid gap-x-4 gap-y-2 sm:grid-cols-2">
            {finding.assets.map((asset) => (
              <div key={asset.id} class="flex items-center gap-3">
                <PickerThumb asset={asset} />
                <Choice
                  type={single ? "radio" : "checkbox"}
                  name={add}
                  value={asset.id}
                  label={<span class="wrap-anywhere">{nameOf(asset)}</span>}
                />
              </div>
            ))}
          </div>
        </fieldset>
      )}
    </div>
  );
}
