/** Small controls for table rows and for sentences with controls in them. */
import type { ComponentChildren, JSX } from "preact";
import { Badge } from "../ui/Badge.tsx";
import { Button } from "../ui/Button.tsx";
import { FieldError } from "../ui/FieldError.tsx";
import { Icon } from "../ui/Icon.tsx";
import { fieldAria, Select, TextInput } from "../ui/Field.tsx";
import { type SelectOption, SelectOptions } from "./fields.tsx";
import { type HiddenFields, PostForm } from "./RecordForm.tsx";

interface SwitchProps {
  on: boolean;
  /** Accessible name, such as "Rule Quiet home". */
  label: string;
  action?: string | undefined;
  /** Further fields, such as `version`. */
  hidden?: HiddenFields;
}

/** A switch that submits its own small form at once. Its field `enabled` carries the new value. */
export function Switch(props: SwitchProps): JSX.Element {
  const { on, label, action, hidden } = props;
  return (
    <PostForm action={action} hidden={hidden} class="inline-flex">
      <button
        type="submit"
        role="switch"
        aria-checked={on ? "true" : "false"}
        aria-label={label}
        name="enabled"
        value={String(!on)}
        class="switch"
      >
        <span class="switch-track" aria-hidden="true" />
        <span aria-hidden="true">{on ? "On" : "Off"}</span>
      </button>
    </PostForm>
  );
}

interface MoveButtonsProps {
  /** The record they move, such as "Quiet home", for the accessible names. */
  about: string;
  /** Field of the buttons, and their values. */
  name?: string;
  up?: string;
  down?: string;
  /** Form action of each button, such as `#row-2` to return to that row. */
  upAt?: string | undefined;
  downAt?: string | undefined;
  /** Disables the button that has no effect at that end. */
  first: boolean;
  last: boolean;
}

/** Buttons that move a record up or down in its order. Must be inside a form. */
export function MoveButtons(props: MoveButtonsProps): JSX.Element {
  const { about, name = "move", up = "up", down = "down", upAt, downAt, first, last } = props;
  return (
    <span class="inline-flex">
      <button
        type="submit"
        name={name}
        value={up}
        formaction={upAt}
        disabled={first}
        aria-label={`Move ${about} up`}
        class="icon-button"
      >
        <Icon name="chevron" class="size-4 -rotate-90" />
      </button>
      <button
        type="submit"
        name={name}
        value={down}
        formaction={downAt}
        disabled={last}
        aria-label={`Move ${about} down`}
        class="icon-button"
      >
        <Icon name="chevron" class="size-4 rotate-90" />
      </button>
    </span>
  );
}

interface SentenceProps {
  /** Names the group for screen readers, such as "Condition 2". */
  legend: string;
  /** Buttons at the end of the line. */
  actions?: ComponentChildren;
  /** Content below the sentence and its buttons, as wide as both. */
  below?: ComponentChildren;
  /** Error message below the sentence. */
  error: string | undefined;
  id: string;
  children: ComponentChildren;
}

/** A group of controls that reads as a sentence, with small controls between its words. */
export function Sentence(props: SentenceProps): JSX.Element {
  const { legend, actions, below, error, id, children } = props;
  return (
    <fieldset id={id} class="sentence" aria-describedby={error && `${id}-error`}>
      <legend class="sr-only">{legend}</legend>
      <div class="flex items-start gap-3">
        <div class="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1.5">{children}</div>
        {actions && <div class="ms-auto flex items-center gap-1">{actions}</div>}
      </div>
      {below}
      {error && (
        <p id={`${id}-error`} class="mt-1 text-sm font-medium text-danger">
          <span class="sr-only">Error:</span> {error}
        </p>
      )}
    </fieldset>
  );
}

interface InlineProps {
  name: string;
  /** Accessible name, because only the sentence is visible; absent when the control has a label. */
  label?: string;
  invalid?: boolean;
}

function inlineAria({ name, label, invalid }: InlineProps) {
  return {
    id: name,
    name,
    "aria-label": label,
    ...(invalid && { "aria-invalid": "true" as const }),
  };
}

/** A select in a sentence. */
export function InlineSelect(
  props: InlineProps & {
    value: string;
    options: readonly SelectOption[];
    empty?: string | undefined;
  },
): JSX.Element {
  return (
    <Select {...inlineAria(props)} class="inline-control">
      <SelectOptions value={props.value} options={props.options} empty={props.empty} />
    </Select>
  );
}

/** A number in a sentence, as a text like that of `NumberField`. */
export function InlineNumber(props: InlineProps & { value: string }): JSX.Element {
  return (
    <TextInput
      {...inlineAria(props)}
      inputMode="decimal"
      value={props.value}
      autoComplete="off"
      class="inline-control w-24"
    />
  );
}

interface InlineTicksProps {
  name: string;
  choices: readonly {
    readonly value: string;
    readonly label: string;
    readonly checked: boolean;
    /** Why it should not be chosen. */
    readonly state?: string | null;
  }[];
  children?: ComponentChildren;
}

/** Checkboxes in a sentence that share a name. */
export function InlineTicks({ name, choices, children }: InlineTicksProps): JSX.Element {
  return (
    <span id={name} tabIndex={-1} class="flex w-full flex-wrap gap-x-4 gap-y-0.5">
      {choices.map(({ value, label, checked, state }) => (
        <label key={value} class="inline-flex min-h-7 cursor-pointer items-center gap-2">
          <input type="checkbox" class="choice" name={name} value={value} checked={checked} />
          {label}
          {state && <Badge tone="warning">{state}</Badge>}
        </label>
      ))}
      {children}
    </span>
  );
}

interface RemoveButtonProps {
  intent: string;
  /** Fragment that the page scrolls to afterwards. */
  at: string;
  /** Names the removed part, for screen readers. */
  about: string;
}

/** Button that removes a row from the form. */
export function RemoveButton({ intent, at, about }: RemoveButtonProps): JSX.Element {
  return (
    <button
      type="submit"
      name="intent"
      value={intent}
      formaction={at}
      class="icon-button"
      aria-label={`Remove ${about}`}
      title="Remove"
    >
      <Icon name="cross" class="size-4" />
    </button>
  );
}

interface AddRowProps {
  /** Before the choice: "Add a condition about". */
  label: string;
  /** Field of the choice. */
  name: string;
  options: readonly SelectOption[];
  /** Label of “no choice”: "choose a factor". */
  empty: string;
  intent: string;
  /** Fragment of the new row, which the page scrolls to. */
  at: string;
  /** Names the row, for screen readers: "the condition". */
  about: string;
  error: string | undefined;
}

/** A choice and the button that adds a row for it to the form. */
export function AddRow(props: AddRowProps): JSX.Element {
  const { label, name, options, empty, intent, at, about, error } = props;
  return (
    <div class="flex flex-wrap items-center gap-x-2 gap-y-1.5 py-3 print:hidden">
      {error && (
        <div class="basis-full">
          <FieldError id={`${name}-error`}>{error}</FieldError>
        </div>
      )}
      <label for={name}>{label}</label>
      <Select {...fieldAria(name, { error })} name={name} class="inline-control">
        <SelectOptions value="" options={options} empty={empty} />
      </Select>
      <Button variant="secondary" name="intent" value={intent} formaction={at}>
        Add <span class="sr-only">{about}</span>
      </Button>
    </div>
  );
}
