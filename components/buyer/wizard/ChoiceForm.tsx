import type { ComponentChildren, JSX } from "preact";
import type { Choice } from "@/lib/journey/mod.ts";
import { Button } from "@/components/ui/Button.tsx";
import { FieldError } from "@/components/ui/FieldError.tsx";
import { classNames } from "@/components/ui/class_names.ts";
import type { PictureView } from "@/components/ui/ShownPicture.tsx";
import { OptionLook, type OptionLooks } from "./OptionLook.tsx";
import { ERROR_ID, HEADING_ID } from "./view.ts";

/** The handlers of a question's form, where scripts run. */
export interface FormHandlers {
  readonly onInput?: JSX.EventHandler<JSX.TargetedEvent<HTMLFormElement>>;
  readonly onSubmit?: JSX.EventHandler<JSX.TargetedEvent<HTMLFormElement>>;
}

/**
 * One question as a form that works without a script: native radio buttons or checkboxes in a fieldset whose legend is
 * the `h1` of the page. The server answers with a redirect to the next step.
 */
export function ChoiceForm(
  props: FormHandlers & {
    title: string;
    help: string | null;
    multiple: boolean;
    options: readonly Choice[];
    /** Pictures or drawings by option id. They show only if every option has one. */
    looks?: OptionLooks;
    /** Ids of the selected options. */
    selected: readonly string[];
    /** Hidden fields: the rest of the wizard state. Empty values are left out. */
    hidden: Readonly<Record<string, string>>;
    /** Whether the buyer continued without a choice. */
    error: boolean;
    /** Content between the options and the buttons. */
    children?: ComponentChildren;
  },
): JSX.Element {
  const { title, help, multiple, options, looks = {}, selected, hidden, error } = props;
  const isLookedAt = options.length > 0 && options.every(({ id }) => Object.hasOwn(looks, id));
  return (
    <form
      method="post"
      action="/select"
      onInput={props.onInput}
      onSubmit={props.onSubmit}
      noValidate
    >
      {Object.entries(hidden).map(([name, value]) => (
        value !== "" && <input key={name} type="hidden" name={name} value={value} />
      ))}
      <fieldset
        class="min-w-0"
        aria-describedby={classNames(help && "question-help", error && "question-error") ||
          undefined}
      >
        <legend>
          <h1 id={HEADING_ID} tabIndex={-1} class="text-3xl">{title}</h1>
        </legend>
        {help && <p id="question-help" class="mt-3 text-lg text-muted">{help}</p>}
        {error && (
          <div class="mt-5">
            <FieldError id="question-error">{chooseText(multiple)}</FieldError>
          </div>
        )}
        <div class="choices">
          {options.map((option) => (
            <OptionCard
              key={option.id}
              option={option}
              multiple={multiple}
              selected={selected.includes(option.id)}
              look={isLookedAt ? looks[option.id] ?? null : undefined}
            />
          ))}
        </div>
      </fieldset>
      {props.children}
      <div class="choice-actions">
        <Button name="intent" value="next">Continue</Button>
        <Button name="intent" value="skip" variant="quiet">Not sure, skip</Button>
      </div>
    </form>
  );
}

/**
 * A card whose whole area is the click target. Its border and its control both show that it is selected. A picture or
 * drawing is above the text, and on narrow screens beside it, unless large text needs the whole width.
 */
function OptionCard({ option, multiple, selected, look }: {
  option: Choice;
  multiple: boolean;
  selected: boolean;
  /** Its picture; null for its drawing, undefined for a card with text only. */
  look: PictureView | null | undefined;
}): JSX.Element {
  const { id, label, description } = option;
  return (
    <label class="option-card">
      {look !== undefined && (
        <span class="option-look">
          <OptionLook optionId={id} picture={look} />
        </span>
      )}
      <span class="option-text">
        <input
          type={multiple ? "checkbox" : "radio"}
          name="choice"
          value={id}
          id={`choice-${id}`}
          checked={selected}
          class="choice"
          aria-describedby={description ? `about-${id}` : undefined}
          aria-labelledby={`label-${id}`}
        />
        <span>
          <span id={`label-${id}`} class="block font-medium">{label}</span>
          {description && (
            <span id={`about-${id}`} class="block text-sm text-muted">{description}</span>
          )}
        </span>
      </span>
    </label>
  );
}

/** The error summary at the top of the page, with a link to the first option. It takes the focus. */
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
      class="error-summary"
    >
      <h2 class="font-semibold">There is a problem</h2>
      <p class="mt-1 text-sm">
        <a href={`#choice-${firstOptionId ?? ""}`}>{chooseText(multiple)}</a>
      </p>
    </div>
  );
}

function chooseText(multiple: boolean): string {
  return `Choose ${multiple ? "at least one" : "an"} answer, or skip the question`;
}
