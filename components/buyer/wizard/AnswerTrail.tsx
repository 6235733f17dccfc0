import type { JSX } from "preact";
import { chosenLabels, type WizardModel } from "@/lib/journey/mod.ts";
import { stepHref } from "./view.ts";

/** Every question with its answer so far, each with a link to its step. */
export function AnswerTrail({ model, optionIds, step }: {
  model: WizardModel;
  optionIds: readonly string[];
  step: string;
}): JSX.Element {
  return (
    <nav aria-label="Questions" class="trail">
      <ol>
        {model.questions.map((question) => {
          const labels = chosenLabels(question, optionIds);
          const isCurrent = question.id === step;
          return (
            <li key={question.id}>
              <a
                href={stepHref({ model, optionIds }, question.id)}
                aria-current={isCurrent ? "step" : undefined}
                class="group trail-row"
              >
                <span class="quiet-link">
                  {question.name}
                </span>
                <span>
                  {labels.length > 0 ? labels.join(", ") : <Open isCurrent={isCurrent} />}
                </span>
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function Open({ isCurrent }: { isCurrent: boolean }): JSX.Element {
  return (
    <span class="text-muted">
      <span aria-hidden="true">{isCurrent ? "…" : "–"}</span>
      <span class="sr-only">{isCurrent ? "being asked" : "not answered"}</span>
    </span>
  );
}
