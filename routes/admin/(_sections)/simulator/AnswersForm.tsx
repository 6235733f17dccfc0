import type { JSX } from "preact";
import type { Factor } from "@/lib/catalog/mod.ts";
import { askedFactors } from "@/lib/journey/mod.ts";
import { Button } from "@/components/ui/Button.tsx";
import { Disclosure } from "@/components/ui/Disclosure.tsx";
import { ADMIN_ROOT } from "@/components/hrefs/admin.ts";
import { ANSWER_FIELD } from "./state.ts";
import { StateLink } from "./StateLink.tsx";
import type { SimulatorView } from "./view.ts";

/** Beyond this number of questions, those without an answer are folded. */
const MOST_OPEN = 12;

/** The form of a buyer's answers: the track, its questions, and other questions that are answered. */
export function AnswersForm({ view }: { view: SimulatorView }): JSX.Element {
  const { state, snapshot, simulation: { track }, draft } = view;
  const asked = askedFactors(snapshot, track?.id ?? null);
  const others = snapshot.factors.filter(({ id, options }) =>
    !asked.some((factor) => factor.id === id) &&
    options.some((option) => state.optionIds.includes(option.id))
  );
  return (
    <form
      method={draft ? "post" : "get"}
      action={`${ADMIN_ROOT}/simulator#found`}
      class="sim-answers"
      aria-label="Answers"
    >
      {draft && <input type="hidden" name="draft" value={draft.text} />}
      {state.off.map((id) => <input key={id} type="hidden" name="off" value={id} />)}
      {state.on.map((id) => <input key={id} type="hidden" name="on" value={id} />)}
      <div class="sim-questions">
        <Choices
          legend="Track"
          name="track"
          type="radio"
          choices={[
            { value: "", label: "No track" },
            ...snapshot.tracks.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          chosen={[track?.id ?? ""]}
        />
        {asked.map((factor) => (
          <Question
            key={factor.id}
            factor={factor}
            optionIds={state.optionIds}
            isFolded={asked.length > MOST_OPEN}
          />
        ))}
        {others.map((factor) => (
          <Question key={factor.id} factor={factor} optionIds={state.optionIds} isExtra />
        ))}
      </div>
      <div class="sim-submit">
        <Button>Simulate</Button>
        {state.optionIds.length > 0 && (
          <StateLink view={view} to={{ optionIds: [] }}>Clear the answers</StateLink>
        )}
      </div>
    </form>
  );
}

interface QuestionProps {
  factor: Factor;
  optionIds: readonly string[];
  /** Whether the track does not ask the question, although it is answered. */
  isExtra?: boolean;
  /** Whether its answers are folded while none is chosen. */
  isFolded?: boolean;
}

function Question({ factor, optionIds, isExtra, isFolded }: QuestionProps): JSX.Element {
  const { id, name, multiple, options } = factor;
  const choices = options.map((option) => ({ value: option.id, label: option.label }));
  const isAnswered = choices.some(({ value }) => optionIds.includes(value));
  const legend = isExtra ? `${name} (not asked on this track)` : name;
  const fieldset = (
    <Choices
      legend={legend}
      isFolded={isFolded}
      name={`${ANSWER_FIELD}${id}`}
      type={multiple ? "checkbox" : "radio"}
      choices={multiple ? choices : [{ value: "", label: "Not answered" }, ...choices]}
      chosen={isAnswered ? optionIds : [""]}
    />
  );
  return isFolded
    ? (
      <Disclosure
        summary={<span class="font-medium">{legend}</span>}
        open={isAnswered}
        class="border-t border-line"
      >
        {fieldset}
      </Disclosure>
    )
    : fieldset;
}

interface ChoicesProps {
  legend: string;
  /** Whether a summary above shows the legend. */
  isFolded?: boolean | undefined;
  name: string;
  type: "radio" | "checkbox";
  choices: readonly { value: string; label: string }[];
  chosen: readonly string[];
}

function Choices(
  { legend, isFolded, name, type, choices, chosen }: ChoicesProps,
): JSX.Element {
  return (
    <fieldset class={isFolded ? "min-w-0" : "min-w-0 border-t border-line pt-1.5"}>
      <legend class={isFolded ? "sr-only" : "float-start w-full font-medium"}>{legend}</legend>
      <div class="clear-both flex flex-wrap gap-x-3.5">
        {choices.map(({ value, label }) => (
          <label key={value} class="sim-choice wrap-anywhere">
            <input
              type={type}
              class="choice"
              name={name}
              value={value}
              checked={chosen.includes(value)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
