import type { JSX } from "preact";
import { Button } from "../ui/Button.tsx";
import { counted } from "../ui/counted.ts";
import type { RetirementWords } from "./record/define.ts";
import { ConfirmDetails, PostForm } from "./RecordForm.tsx";

/** How a record can be removed: most kinds can only be retired, a few can be deleted. */
export type RemovalState = "retirable" | "retired" | "deletable" | "permanent";

interface RemovalProps {
  /** The noun for the record, in running text: "budget tier". */
  noun: string;
  words: Pick<RetirementWords, "retire" | "restore">;
  state: RemovalState;
  /** Page of the record; the form posts there. */
  action: string;
  /** Version of the record as shown, so that a record that has changed since is not deleted unseen. */
  version: string;
  /** Number of records that refer to it. */
  uses: number;
  /** The consequences of retiring it for buyers, in sentences. */
  retiring?: string | undefined;
}

/** Retires or deletes a record after a confirmation, or restores a retired one. */
export function Removal(props: RemovalProps): JSX.Element | null {
  const { noun, words, state, action, version, uses } = props;
  const { retiring = "It leaves everything that buyers see." } = props;
  if (state === "permanent") return null;
  if (state === "retired") {
    return (
      <PostForm action={action} hidden={{ intent: "restore" }}>
        <Button variant="secondary">{words.restore}</Button>
      </PostForm>
    );
  }
  if (state === "deletable" && uses > 0) {
    return (
      <p class="text-sm text-muted">
        It cannot be deleted while {counted(uses, "record")} {uses === 1 ? "refers" : "refer"}{" "}
        to it.
      </p>
    );
  }
  const label = state === "deletable" ? `Delete this ${noun}` : words.retire;
  return (
    <ConfirmDetails
      label={label}
      confirm={
        <PostForm
          action={action}
          hidden={state === "deletable" ? { intent: "delete", version } : { intent: "retire" }}
        >
          <Button variant="danger">{label}</Button>
        </PostForm>
      }
    >
      {state === "deletable"
        ? "The audit log keeps the deleted record."
        : `${retiring} ${
          uses === 0 ? "" : `Records that refer to it (${uses}) stay as they are. `
        }This can be undone at any time.`}
    </ConfirmDetails>
  );
}
