import type { JSX } from "preact";
import { Button } from "../ui/Button.tsx";

interface SendAgainProps {
  /** Where it was posted. */
  action: string;
  /** As it was posted. */
  form: URLSearchParams;
}

/**
 * Sends a form once more that was not answered, just as it was, with the version that it was filled from: what
 * somebody has saved meanwhile is still not overwritten.
 */
export function SendAgain({ action, form }: SendAgainProps): JSX.Element {
  return (
    <form method="post" action={action} data-guard data-unsaved="">
      {[...form].map(([name, value], index) => (
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <Button size="small">Send it again</Button>
    </form>
  );
}
