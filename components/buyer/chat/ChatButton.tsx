import { asset } from "fresh/runtime";
import type { JSX } from "preact";
import type { Stage } from "@/lib/assistant/browser.ts";
import { Button } from "@/components/ui/Button.tsx";
import { OfflineNote } from "../OfflineNote.tsx";
import { Fields } from "./Fields.tsx";
import { placeFields } from "./place.ts";
import { ADVISOR_PATH } from "./view.ts";

/**
 * The button that opens the assistant from another page. Nothing opens by itself. Without a script it leads to the
 * chat page. The script loads the chat into this page when the button is clicked, and nothing more before that.
 */
export function ChatButton({ stage, systemIds, optionIds = [], track = null, about }: {
  stage: Stage;
  /** Ids of the systems in view. */
  systemIds: readonly string[];
  optionIds?: readonly string[] | undefined;
  track?: string | null | undefined;
  /** The subject of the question, for the label of the button. */
  about: string;
}): JSX.Element {
  return (
    <>
      <form method="get" action={ADVISOR_PATH} class="chat-open" data-chat>
        <Fields place={placeFields({ stage, systemIds, optionIds, track })} />
        <Button variant="secondary">
          <span>
            Ask<span class="chat-open-about">{` about ${about}`}</span>
          </span>
        </Button>
      </form>
      <script src={asset("/chat.js")} defer />
      <OfflineNote />
    </>
  );
}
