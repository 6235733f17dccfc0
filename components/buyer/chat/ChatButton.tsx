import { asset } from "fresh/runtime";
import type { JSX } from "preact";
import { Button } from "../../ui/Button.tsx";
import { ADVISOR_PATH } from "./view.ts";

interface ChatButtonProps {
  /** Fields that say which page is asked from. */
  place: readonly (readonly [name: string, value: string])[];
  /** What is asked about, for the button. */
  about: string;
}

/**
 * The way to the assistant from another page: a button, and nothing that opens by itself. It leads to the page of
 * the chat; its script brings the chat here instead, so that a page that nobody asks on loads no more than that.
 */
export function ChatButton({ place, about }: ChatButtonProps): JSX.Element {
  return (
    <>
      <form method="get" action={ADVISOR_PATH} class="chat-open" data-chat>
        {place.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)}
        <Button variant="secondary">
          <span>
            Ask<span class="max-sm:sr-only">{` about ${about}`}</span>
          </span>
        </Button>
      </form>
      <script src={asset("/chat.js")} defer />
    </>
  );
}
