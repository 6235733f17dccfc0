/** What an action on the library comes to. */
import type { Deletion } from "./DeletionQuestion.tsx";
import type { Screen } from "./screen.ts";
import type { Author, FieldErrors } from "../../../../lib/records/mod.ts";
import type { Services } from "../../../../lib/services.ts";
import type { ShownState } from "./load.ts";

/** Who does something to which part of the library. */
export interface Acting {
  readonly services: Services;
  readonly by: Author;
  readonly screen: Screen;
  readonly form: URLSearchParams;
}

/** The screen once more, with what needs another look. */
export interface Again {
  readonly kind: "again";
  readonly status: 400 | 409;
  readonly shown: ShownState;
  /** What was wrong, by the field, where no form of the panel says it. */
  readonly fields?: FieldErrors;
  readonly screen?: Screen;
}

/** What has to be asked about first. */
export interface Question {
  readonly kind: "ask";
  readonly status: 200 | 409;
  readonly deletion: Deletion;
}

/** What an action comes to: it is done and leads on, or it is shown again, or asked about. */
export type Answer = Response | Again | Question;
