/** The outcomes of an action on the library. */
import type { Deletion } from "./DeletionQuestion.tsx";
import type { Screen } from "./screen.ts";
import type { Author, FieldErrors } from "../../../../lib/records/mod.ts";
import type { Services } from "../../../../lib/services.ts";
import type { ShownState } from "./load.ts";

/** The context of an action: its author, the state of the screen, and the sent form. */
export interface Acting {
  readonly services: Services;
  readonly by: Author;
  readonly screen: Screen;
  readonly form: URLSearchParams;
}

/** Show the screen again with errors or a conflict. */
export interface Again {
  readonly kind: "again";
  readonly status: 400 | 409;
  readonly shown: ShownState;
  /** Error messages by field, for the summary; absent when the panel shows them itself. */
  readonly fields?: FieldErrors;
  readonly screen?: Screen;
}

/** Ask for confirmation before deleting. */
export interface Question {
  readonly kind: "ask";
  readonly status: 200 | 409;
  readonly deletion: Deletion;
}

/** The outcome of an action: a response, the screen again, or a confirmation page. */
export type Answer = Response | Again | Question;
