/** A field for the name of a tag. */
import type { JSX } from "preact";
import { fieldAria, TextInput } from "@/components/ui/Field.tsx";
import { tagSuggestionsHref } from "@/components/hrefs/admin.ts";
import type { TagType } from "@/lib/media/mod.ts";
import type { FoundTag } from "./tags.ts";

interface TagFieldProps {
  id: string;
  name: string;
  label: string;
  placeholder: string;
  value: string | null | undefined;
  /** Id of its {@linkcode TagList}. */
  list: string;
  /** Limits the suggestions to these kinds. */
  types?: readonly TagType[];
  /** Whether the element `<id>-error` has an error. */
  error?: string | undefined;
}

/**
 * The field. It takes a part of a name too, if only one tag contains it. With scripts its list follows what is typed;
 * without, it has the first tags.
 */
export function TagField(props: TagFieldProps): JSX.Element {
  const { id, name, label, placeholder, value, list, types, error } = props;
  return (
    <>
      <label for={id} class="sr-only">{label}</label>
      <TextInput
        {...fieldAria(id, { error })}
        name={name}
        value={value ?? ""}
        placeholder={placeholder}
        autoComplete="off"
        list={list}
        data-suggest={tagSuggestionsHref(types)}
        autofocus={error !== undefined}
      />
    </>
  );
}

/** The suggestions of a field. */
export function TagList({ id, tags }: { id: string; tags: readonly FoundTag[] }): JSX.Element {
  return (
    <datalist id={id}>
      {tags.map(({ type, ref, text }) => (
        <option key={`${type} ${ref}`} value={text} data-type={type} data-ref={ref} />
      ))}
    </datalist>
  );
}
