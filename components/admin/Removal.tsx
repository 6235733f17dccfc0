import type { JSX } from "preact";
import { Button } from "../ui/Button.tsx";
import { counted } from "../ui/counted.ts";
import { ConfirmDetails, PostForm } from "./RecordForm.tsx";

/** How a record can be removed: most kinds can only be retired, a few can be deleted. */
export type RemovalState = "retirable" | "retired" | "deletable" | "permanent";

interface RemovalProps {
  /** The noun for the record, in running text: "budget tier". */
  noun: string;
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
  const { noun, state, action, version, uses, retiring = "It leaves everything that buyers see." } =
    props;
  if (state === "permanent") return null;
  if (state === "retired") {
    return (
      <PostForm action={action} hidden={{ intent: "restore" }}>
        <Button size="small" variant="secondary">Restore this {noun}</Button>
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
  const verb = state === "deletable" ? "Delete" : "Retire";
  return (
    <ConfirmDetails
      label={`${verb} this ${noun}`}
      confirm={
        <PostForm
          action={action}
          hidden={state === "deletable" ? { intent: "delete", version } : { intent: "retire" }}
        >
          <Button size="small" variant="danger">{verb} this {noun}</Button>
        </PostForm>
      }
    >
      {state === "deletable"
        ? "You cannot undo this. The audit log keeps the deleted record."
        : `${retiring} ${
          uses === 0 ? "" : `Records that refer to it (${uses}) stay as they are and ignore it. `
        }It can be restored at any time.`}
    </ConfirmDetails>
  );
}
