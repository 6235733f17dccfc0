import type { JSX } from "preact";
import { Icon } from "@/components/ui/Icon.tsx";
import { Select, TextInput } from "@/components/ui/Field.tsx";
import { type SelectOption, SelectOptions } from "../fields.tsx";
import { COVERAGE_LABELS, FILTER_CHOICES, ORDERS } from "../library_filters.ts";
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
  readonly empty: string | null;
  readonly options: readonly SelectOption[];
}

const COVERAGE: FilterChoice = {
  name: "coverage",
  label: "Tags and groups",
  empty: "Any tags and groups",
  options: Object.entries(COVERAGE_LABELS).map(([value, label]) => ({ value, label })),
};

const ORDER: FilterChoice = { name: "sort", label: "Order", empty: null, options: ORDERS };

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
          aria-label="Search file names, titles and alt texts"
          placeholder="File name, title or alt text"
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
  return <Facet {...props} choice={ORDER} />;
}

function Facet({ choice, filters, onFilter }: OrderProps & { choice: FilterChoice }): JSX.Element {
  const { name, label, empty, options } = choice;
  return (
    <Select
      aria-label={label}
      value={filters[name]}
      onChange={(event) => onFilter(name, event.currentTarget.value)}
    >
      <SelectOptions value={filters[name]} options={options} empty={empty ?? undefined} />
    </Select>
  );
}

function choicesFor({ accepts, subject }: PickerPlace): FilterChoice[] {
  const about: FilterChoice[] = subject === null ? [] : [{
    name: "about",
    label: "What they show",
    empty: "Any subject",
    options: [{ value: "subject", label: `Shows ${subject.label}` }],
  }];
  const fixed = FILTER_CHOICES.filter(({ name }) => name !== "type" || accepts.length > 1);
  return [...about, ...fixed, COVERAGE];
}
