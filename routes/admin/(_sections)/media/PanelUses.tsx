/** Where an asset is used, with a form that adds it to one more place. */
import type { JSX } from "preact";
import type { Catalog } from "../../../../lib/catalog/mod.ts";
import type { MediaItem } from "../../../../lib/media/mod.ts";
import { Button } from "../../../../components/ui/Button.tsx";
import { Select } from "../../../../components/ui/Field.tsx";
import { Icon } from "../../../../components/ui/Icon.tsx";
import { SelectOptions } from "../../../../components/admin/fields.tsx";
import { PostForm } from "../../../../components/admin/RecordForm.tsx";

/** A place that shows an asset. */
export interface ShownUse {
  readonly label: string;
  readonly href: string;
  /** How the place shows it: "in its gallery". */
  readonly detail: string;
  /** The place as a form value, to remove the asset from it; null when only the place's own screen can. */
  readonly owner: string | null;
}

/** Places of one kind that can show an asset. */
export interface OwnerChoices {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** Returns a place as a form value: `<type>:<id>`. */
export function ownerValue({ type, id }: { type: string; id: string }): string {
  return `${type}:${id}`;
}

/** Parses a place from a form value; null when it is invalid. */
export function parseOwnerValue(value: string): { type: "system" | "option"; id: string } | null {
  const [, type, id = ""] = /^(system|option):([a-zA-Z0-9][a-zA-Z0-9_-]{0,99})$/.exec(value) ?? [];
  return type === "system" || type === "option" ? { type, id } : null;
}

/**
 * Returns the places of the catalog that can show an asset. An answer has one picture and no video: `pictures`
 * maps option ids to their present pictures.
 */
export function ownerChoices(
  { systems, factors }: Catalog,
  { id: assetId, type }: { id: string; type: MediaItem["type"] },
  pictures: ReadonlyMap<string, string>,
): OwnerChoices[] {
  const hasOther = (optionId: string) => (pictures.get(optionId) ?? assetId) !== assetId;
  const isLive = ({ retired }: { retired: boolean }) => !retired;
  const answered = type === "image" ? factors.filter(isLive) : [];
  return [
    {
      label: "Gallery of a system",
      options: systems.filter(isLive)
        .map(({ id, name }) => ({ value: ownerValue({ type: "system", id }), label: name })),
    },
    {
      label: "Beside an answer",
      options: answered.flatMap(({ name, options }) =>
        options.filter(isLive).map(({ id, label }) => ({
          value: ownerValue({ type: "option", id }),
          label: `${name}: ${label}${hasOther(id) ? " (replaces its picture)" : ""}`,
        }))
      ),
    },
  ].filter(({ options }) => options.length > 0);
}

interface PanelUsesProps {
  uses: readonly ShownUse[];
  owners: readonly OwnerChoices[];
  action: string;
  /** Why the asset was not added to the chosen place. */
  error: string | undefined;
}

/** The uses of an asset, each with a link, and a form that adds it to another place. */
export function PanelUses({ uses, owners, action, error }: PanelUsesProps): JSX.Element {
  return (
    <section aria-labelledby="panel-uses" class="media-panel-part">
      <h3 id="panel-uses" class="font-medium">
        Where used {uses.length > 0 && <span class="font-normal text-muted">({uses.length})</span>}
      </h3>
      {uses.length === 0 && <p class="text-muted">Nowhere yet.</p>}
      <ul class="media-uses">
        {uses.map((use) => (
          <li key={`${use.href} ${use.detail}`}>
            <span class="min-w-0">
              <a href={use.href} class="text-link">{use.label}</a>{" "}
              <span class="text-muted">{use.detail}</span>
            </span>
            {use.owner !== null && (
              <PostForm action={action} hidden={{ intent: "unlink", owner: use.owner }}>
                <button type="submit" class="icon-button" aria-label={`Take from ${use.label}`}>
                  <Icon name="cross" class="size-3.5" />
                </button>
              </PostForm>
            )}
          </li>
        ))}
      </ul>
      {error && (
        <p class="font-medium text-danger" role="alert">
          <span class="sr-only">Error:</span> {error}
        </p>
      )}
      <PostForm action={action} hidden={{ intent: "link" }} class="flex gap-2">
        <label for="owner" class="sr-only">Place to use it in</label>
        <Select id="owner" name="owner">
          <option value="">Choose a place</option>
          {owners.map(({ label, options }) => (
            <optgroup key={label} label={label}>
              <SelectOptions value={null} options={options} />
            </optgroup>
          ))}
        </Select>
        <Button size="small" variant="secondary">Use</Button>
      </PostForm>
    </section>
  );
}
