import type { JSX } from "preact";
import {
  type Attribute,
  EMPTY,
  formatValue,
  PREDICATES,
  type System,
  valueOf,
} from "@/lib/catalog/mod.ts";
import { Badge } from "@/components/ui/Badge.tsx";
import { counted } from "@/components/ui/counted.ts";
import {
  InlineNumber,
  InlineSelect,
  InlineTicks,
  RemoveButton,
  Sentence,
} from "@/components/admin/controls.tsx";
import { recordHref } from "@/components/hrefs/admin.ts";
import type { RequirementRow } from "./requirement_row.ts";
import { ASKED, idleBecause } from "../factors/labels.ts";

interface RequirementSentenceProps {
  row: RequirementRow;
  index: number;
  /** How many live systems there are. */
  systems: number;
  fields: Readonly<Record<string, string>>;
}

/** A requirement as a sentence to fill in, with the systems that it would drop. */
export function RequirementSentence(props: RequirementSentenceProps): JSX.Element {
  const { row, index, systems, fields } = props;
  const { draft, attribute } = row;
  const field = `requirements.${index}`;
  const name = attribute?.name ?? draft.attributeId;
  const error = ["attributeId", "kind", "value", "labels"]
    .map((part) => fields[`${field}.${part}`]).find((message) => message !== undefined);
  return (
    <Sentence
      id={field}
      legend={`Requirement ${index + 1}: ${name}`}
      error={error}
      actions={
        <RemoveButton
          intent={`remove-requirement.${index}`}
          at="#requirements"
          about={`the requirement about ${name}`}
        />
      }
    >
      <input type="hidden" name={`${field}.attributeId`} value={draft.attributeId} />
      <span id={`${field}.attributeId`} class="font-medium">{name}</span>
      {attribute && <Wanted {...props} field={field} attribute={attribute} />}
      {error === undefined && (
        <div class="w-full text-sm">
          <Outcome row={row} systems={systems} />
        </div>
      )}
    </Sentence>
  );
}

interface WantedProps extends RequirementSentenceProps {
  field: string;
  attribute: Attribute;
}

/** The predicate on the attribute: one kind for labels and for ranges, two kinds for measurements. */
function Wanted({ row, fields, field, attribute }: WantedProps): JSX.Element {
  const { draft, labels } = row;
  const kinds = PREDICATES[attribute.valueType];
  const [only, ...others] = kinds;
  const wrong = (part: string) => fields[`${field}.${part}`] !== undefined;
  return (
    <>
      {others.length === 0
        ? (
          <>
            <input type="hidden" name={`${field}.kind`} value={only} />
            <span id={`${field}.kind`}>{only && ASKED[only]}</span>
          </>
        )
        : (
          <InlineSelect
            name={`${field}.kind`}
            label={`What is asked of ${attribute.name}`}
            value={draft.kind}
            options={kinds.map((kind) => ({ value: kind, label: ASKED[kind] }))}
            invalid={wrong("kind")}
          />
        )}
      {attribute.valueType === "enum"
        ? (
          <InlineTicks
            name={`${field}.labels`}
            choices={labels.map((label) => ({
              value: label,
              label,
              checked: draft.labels.includes(label),
            }))}
          >
            {labels.length === 0 && (
              <span class="text-muted">
                No system has a label for it yet. Give one a value first.
              </span>
            )}
          </InlineTicks>
        )
        : (
          <>
            <InlineNumber
              name={`${field}.value`}
              label={`Number for ${attribute.name}`}
              value={draft.value}
              invalid={wrong("value")}
            />
            {attribute.unit}
          </>
        )}
      {attribute.valueType === "range" && (
        <span class="w-full text-sm text-muted">
          A range covers every number from its lowest to its highest: 35–45 covers 40, but not 34 or
          50.
        </span>
      )}
    </>
  );
}

function Outcome({ row, systems }: { row: RequirementRow; systems: number }): JSX.Element {
  const { attribute, failing } = row;
  const idle = idleBecause(attribute);
  if (idle !== null) {
    return (
      <Badge tone="warning">
        No effect while {attribute ? idle : "the attribute no longer exists"}
      </Badge>
    );
  }
  if (failing === null) {
    return <span class="text-muted">It applies once you fill it in.</span>;
  }
  const meeting = systems - failing.length;
  return (
    <>
      {meeting === 0 ? "None" : meeting} of {counted(systems, "system")}{" "}
      {meeting === 1 ? "meets" : "meet"} it.
      <DroppedSystems systems={failing} attribute={attribute} label="Which do not" />
    </>
  );
}

interface DroppedSystemsProps {
  systems: readonly System[];
  /** Shown with each system's value, which is the reason that it fails. */
  attribute?: Attribute | null;
  label: string;
}

/** The systems that drop out, collapsed; each with its value of the attribute. */
export function DroppedSystems(props: DroppedSystemsProps): JSX.Element | null {
  const { systems, attribute, label } = props;
  if (systems.length === 0) return null;
  return (
    <details class="text-sm">
      <summary class="text-link w-fit cursor-pointer">{label} ({systems.length})</summary>
      <ul class="my-1 gap-x-8 sm:columns-2">
        {systems.map((system) => (
          <li key={system.id} class="break-inside-avoid">
            <a href={recordHref("systems", system.id)} class="text-link">{system.name}</a>
            {attribute && <span class="text-muted">: {valueInWords(system, attribute)}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}

function valueInWords(system: System, { id, unit }: Attribute): string {
  return formatValue(valueOf(system, id) ?? EMPTY, unit);
}
