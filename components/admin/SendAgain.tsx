import type { JSX } from "preact";
import { Button } from "../ui/Button.tsx";
import { RECORD_FORM } from "./RecordForm.tsx";

interface SendAgainProps {
  /** The address it was posted to. */
  action: string;
  /** The fields as posted. */
  form: URLSearchParams;
}

/**
 * Resends a form after a transient failure, unchanged. It still carries its `version`, so a change that somebody
 * saved meanwhile is not overwritten.
 */
export function SendAgain({ action, form }: SendAgainProps): JSX.Element {
  return (
    <form id={RECORD_FORM} method="post" action={action} data-guard data-unsaved="">
      {[...form].map(([name, value], index) => (
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <Button>Send it again</Button>
    </form>
  );
}
