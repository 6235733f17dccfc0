/** What an action on the library comes to. */
import type { Deletion } from "./DeletionQuestion.tsx";
import type { Screen } from "./screen.ts";
import type { Author, FieldErrors } from "../../../../lib/records/mod.ts";
import type { Flash } from "../../../../lib/staff/mod.ts";
import type { Services } from "../../../../lib/services.ts";
import type { ShownState } from "./load.ts";

/** Who does something to which part of the library. */
export interface Acting {
  readonly services: Services;
  readonly by: Author;
  readonly screen: Screen;
  readonly form: URLSearchParams;
}

/** What an action comes to: it is done, it needs another look, or it has to be asked about first. */
export type Answer =
  | { readonly kind: "done"; readonly href: string; readonly flash: Flash }
  | {
    readonly kind: "again";
    readonly status: 400 | 409;
    readonly shown: ShownState;
    /** What was wrong, by the field, where no form of the panel says it. */
    readonly fields?: FieldErrors;
    readonly screen?: Screen;
  }
  | { readonly kind: "ask"; readonly status: 200 | 409; readonly deletion: Deletion };

/** That there was nothing to do. */
export const NOTHING: Flash = { tone: "info", text: "There was nothing to change." };
