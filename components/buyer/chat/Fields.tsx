import type { JSX } from "preact";
import type { FormEntry } from "@/lib/assistant/browser.ts";
import type { ChatView } from "./view.ts";

/** The hidden fields of a form of the chat: the page that the buyer asks from, and the conversation as JSON, if any. */
export function Fields({ place, history }: {
  place: ChatView["place"];
  history?: readonly FormEntry[];
}): JSX.Element {
  return (
    <>
      {place.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)}
      {history && <input type="hidden" name="history" value={JSON.stringify(history)} />}
    </>
  );
}
