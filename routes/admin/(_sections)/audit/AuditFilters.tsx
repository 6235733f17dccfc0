import type { JSX } from "preact";
import type { AuditArea, AuditChoices } from "../../../../lib/records/mod.ts";
import { Field, Select, TextInput } from "../../../../components/ui/Field.tsx";
import { FilterBar } from "../../../../components/admin/DataTable.tsx";
import { type SelectOption, SelectOptions } from "../../../../components/admin/fields.tsx";
import { actionLabel, typeLabel } from "./labels.ts";

const AREAS: Readonly<Record<AuditArea, string>> = {
  settings: "Settings changes",
  catalog: "Catalog changes",
  content: "Content changes",
  rules: "Rule changes",
};

/**
 * The ways into the log that are asked for most. They are queries alone, for the framework marks a link by
 * its path as the current page.
 */
export function AuditShortcuts({ query }: { query: URLSearchParams }): JSX.Element {
  const shortcuts = [
    { label: "All changes", filter: "" },
    ...Object.entries(AREAS).map(([area, label]) => ({ label, filter: `area=${area}` })),
    { label: "By the service itself", filter: "actor=service" },
  ];
  const current = new URLSearchParams([...query].filter(([, value]) => value !== "")).toString();
  return (
    <nav aria-label="Shortcuts" class="mb-4 flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {shortcuts.map(({ label, filter }) => (
        <a
          key={filter}
          href={`?${filter}`}
          class={filter === current ? "font-medium" : "text-link"}
          aria-current={filter === current ? "true" : undefined}
        >
          {label}
        </a>
      ))}
    </nav>
  );
}

interface AuditFiltersProps {
  /** Query of the page, without where the page begins. */
  query: URLSearchParams;
  filters: readonly string[];
  choices: AuditChoices;
}

/** Narrows the log by what there is in it. */
export function AuditFilters({ query, filters, choices }: AuditFiltersProps): JSX.Element {
  const area = query.get("area");
  const choice = (name: string, values: readonly string[], label: (value: string) => string) => ({
    name,
    value: query.get(name) ?? "",
    options: optionsOf(values, query.get(name), label),
  });
  return (
    <FilterBar query={query} filters={filters}>
      {area && <input type="hidden" name="area" value={area} />}
      <Choose {...choice("type", choices.types, typeLabel)} label="Kind of record" any="Any kind" />
      <Field id="id" label="Record id">
        <TextInput id="id" name="id" value={query.get("id") ?? ""} autoComplete="off" />
      </Field>
      <Choose
        {...choice("actor", choices.actors, (actor) => actor === "service" ? "The service" : actor)}
        label="Who"
        any="Anyone"
      />
      <Choose {...choice("action", choices.actions, actionLabel)} label="Action" any="Any action" />
      <Field id="from" label="From (UTC)">
        <TextInput id="from" name="from" type="date" value={query.get("from") ?? ""} />
      </Field>
      <Field id="to" label="To (UTC)">
        <TextInput id="to" name="to" type="date" value={query.get("to") ?? ""} />
      </Field>
    </FilterBar>
  );
}

interface ChooseProps {
  name: string;
  label: string;
  any: string;
  value: string;
  options: readonly SelectOption[];
}

function Choose({ name, label, any, value, options }: ChooseProps): JSX.Element {
  return (
    <Field id={name} label={label}>
      <Select id={name} name={name}>
        <SelectOptions value={value} options={options} empty={any} />
      </Select>
    </Field>
  );
}

/** What the log holds, and what the address asks for even if the log does not hold it. */
function optionsOf(
  values: readonly string[],
  asked: string | null,
  label: (value: string) => string,
): SelectOption[] {
  const all = asked && !values.includes(asked) ? [...values, asked] : values;
  return all.map((value) => ({ value, label: label(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, "en"));
}
