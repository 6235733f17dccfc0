import type { ComponentChildren, JSX } from "preact";
import type { Choice } from "../../../lib/journey/mod.ts";
import { Button } from "../../ui/Button.tsx";
import { FieldError } from "../../ui/Field.tsx";

/** Id of the page's heading, which takes the focus when the step changes. */
export const HEADING_ID = "question";
/** Id of the summary of what stopped the buyer. */
export const ERROR_ID = "error-summary";

interface ChoiceFormProps {
  title: string;
  help: string | null;
  multiple: boolean;
  options: readonly Choice[];
  /** Options that are selected. */
  selected: readonly string[];
  /** What the address carries besides the choice. */
  hidden: Readonly<Record<string, string>>;
  /** The buyer went on without a choice. */
  error: boolean;
  /** Goes between the options and the buttons. */
  children?: ComponentChildren;
  onInput?: JSX.EventHandler<JSX.TargetedEvent<HTMLFormElement>> | undefined;
  onSubmit?: JSX.EventHandler<JSX.TargetedEvent<HTMLFormElement>> | undefined;
}

/**
 * One question as a form that works by itself: real radio buttons or checkboxes in a fieldset whose
 * legend is the heading of the page, and an address as its answer.
 */
export function ChoiceForm(props: ChoiceFormProps): JSX.Element {
  const { title, help, multiple, options, selected, hidden, error, onInput, onSubmit } = props;
  const described = [help ? "question-help" : "", error ? "question-error" : ""].filter(Boolean);
  return (
    <form method="post" action="/select" onInput={onInput} onSubmit={onSubmit} noValidate>
      {Object.entries(hidden).map(([name, value]) => (
        value !== "" && <input key={name} type="hidden" name={name} value={value} />
      ))}
      <fieldset aria-describedby={described.length > 0 ? described.join(" ") : undefined}>
        <legend>
          <h1 id={HEADING_ID} tabIndex={-1} class="text-3xl">{title}</h1>
        </legend>
        {help && <p id="question-help" class="mt-3 text-lg text-muted">{help}</p>}
        {error && (
          <div class="mt-5">
            <FieldError id="question-error">{chooseText(multiple)}</FieldError>
          </div>
        )}
        <div class="mt-7 grid gap-2.5">
          {options.map((option) => (
            <OptionRow
              key={option.id}
              option={option}
              multiple={multiple}
              selected={selected.includes(option.id)}
            />
          ))}
        </div>
      </fieldset>
      {props.children}
      <div class="mt-6 flex flex-wrap items-center gap-x-4 gap-y-3">
        <Button name="go" value="next">Continue</Button>
        <Button name="go" value="skip" variant="quiet">Not sure, skip</Button>
      </div>
    </form>
  );
}

interface OptionRowProps {
  option: Choice;
  multiple: boolean;
  selected: boolean;
}

/** The whole row is the target; its edge says that it is chosen, and so does the control's own mark. */
function OptionRow({ option, multiple, selected }: OptionRowProps): JSX.Element {
  const { id, label, description } = option;
  return (
    <label class="flex cursor-pointer gap-4 border border-line bg-surface-raised px-4 py-3.5 transition-colors hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent sm:px-5">
      <input
        type={multiple ? "checkbox" : "radio"}
        name="choice"
        value={id}
        id={`choice-${id}`}
        checked={selected}
        class="choice mt-0.5 outline-none"
        aria-describedby={description ? `about-${id}` : undefined}
        aria-labelledby={`label-${id}`}
      />
      <span class="min-w-0">
        <span id={`label-${id}`} class="block font-medium">{label}</span>
        {description && (
          <span id={`about-${id}`} class="block text-sm text-muted">{description}</span>
        )}
      </span>
    </label>
  );
}

/** What stopped the buyer, on top of the page, with the way to put it right. */
export function ErrorSummary({ multiple, firstOptionId }: {
  multiple: boolean;
  firstOptionId: string | undefined;
}): JSX.Element {
  return (
    <div
      id={ERROR_ID}
      role="alert"
      tabIndex={-1}
      autofocus
      class="mt-6 border-s-3 border-danger bg-danger-soft p-4 sm:p-5"
    >
      <h2 class="font-semibold">There is a problem</h2>
      <p class="mt-1 text-sm">
        <a
          href={`#choice-${firstOptionId ?? ""}`}
          class="text-danger underline underline-offset-[0.22em]"
        >
          {chooseText(multiple)}
        </a>
      </p>
    </div>
  );
}

function chooseText(multiple: boolean): string {
  return multiple
    ? "Choose at least one answer, or skip the question"
    : "Choose an answer, or skip the question";
}
