import type { JSX } from "preact";
import { Icon } from "@/components/ui/Icon.tsx";
import { Select, TextInput } from "@/components/ui/Field.tsx";
import { type SelectOption, SelectOptions } from "../fields.tsx";
import type { LibraryFilters, PickerPlace } from "./view.ts";

interface LibraryFilterBarProps {
  place: PickerPlace;
  filters: LibraryFilters;
  /** Also called while a text is being typed. */
  onFilter: (name: keyof LibraryFilters, value: string) => void;
}

interface FilterChoice {
  readonly name: keyof LibraryFilters;
  readonly label: string;
  /** Label of “no choice”; null when a value is always chosen. */
  readonly any: string | null;
  readonly options: readonly SelectOption[];
}

const FACETS: readonly FilterChoice[] = [
  {
    name: "source",
    label: "Source",
    any: "Any source",
    options: [{ value: "manual", label: "Uploaded" }, { value: "cms", label: "From the CMS" }],
  },
  {
    name: "usage",
    label: "Use",
    any: "Used or not",
    options: [{ value: "unused", label: "Unused" }, { value: "used", label: "Used" }],
  },
  {
    name: "coverage",
    label: "Tags and groups",
    any: "Any tags and groups",
    options: [
      { value: "untagged", label: "Untagged" },
      { value: "ai-unreviewed", label: "Tags to review" },
      { value: "ungrouped", label: "Ungrouped" },
      { value: "grouped", label: "Grouped" },
    ],
  },
];

const SORTS: FilterChoice = {
  name: "sort",
  label: "Order",
  any: null,
  options: [
    { value: "newest", label: "Newest first" },
    { value: "oldest", label: "Oldest first" },
    { value: "name-asc", label: "Name, A to Z" },
    { value: "name-desc", label: "Name, Z to A" },
    { value: "gallery", label: "By project" },
  ],
};

/** Filters the library immediately. The fields have no names, because they must not be sent with the form around them. */
export function LibraryFilterBar(
  { place, filters, onFilter }: LibraryFilterBarProps,
): JSX.Element {
  return (
    <div class="library-filters" role="search" aria-label="The library">
      <span class="library-find">
        <Icon name="search" class="size-4" />
        <TextInput
          type="search"
          aria-label="Search file names, titles and descriptions"
          placeholder="File name, title or description"
          value={filters.q}
          autoComplete="off"
          autofocus
          onInput={(event) => onFilter("q", event.currentTarget.value)}
          // The Enter key would submit the form around it.
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />
      </span>
      {choicesFor(place).map((choice) => (
        <Facet key={choice.name} choice={choice} filters={filters} onFilter={onFilter} />
      ))}
    </div>
  );
}

type OrderProps = Pick<LibraryFilterBarProps, "filters" | "onFilter">;

/** The select for the order of the library. */
export function LibraryOrder(props: OrderProps): JSX.Element {
  return <Facet {...props} choice={SORTS} />;
}

function Facet({ choice, filters, onFilter }: OrderProps & { choice: FilterChoice }): JSX.Element {
  const { name, label, any, options } = choice;
  return (
    <Select
      aria-label={label}
      value={filters[name]}
      onChange={(event) => onFilter(name, event.currentTarget.value)}
    >
      <SelectOptions value={filters[name]} options={options} empty={any ?? undefined} />
    </Select>
  );
}

function choicesFor({ accepts, subject }: PickerPlace): FilterChoice[] {
  const about: FilterChoice[] = subject === null ? [] : [{
    name: "about",
    label: "What they show",
    any: "Any subject",
    options: [{ value: "subject", label: `Shows ${subject.label}` }],
  }];
  const types: FilterChoice[] = accepts.length < 2 ? [] : [{
    name: "type",
    label: "Type",
    any: "Pictures and videos",
    options: [{ value: "image", label: "Pictures" }, { value: "video", label: "Videos" }],
  }];
  return [...about, ...types, ...FACETS];
}
