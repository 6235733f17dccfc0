import { asset } from "fresh/runtime";
import type { JSX } from "preact";
import { PrintButton } from "../PrintButton.tsx";

/**
 * Buttons that copy the link and print the page. The script shows them. Without it there is a link to the address field
 * on the page, and the browser's own print command.
 */
export function ResultActions({ url }: { url: string }): JSX.Element {
  return (
    <>
      <span class="flex flex-wrap gap-x-5 text-sm" data-result-actions hidden>
        <button type="button" class="text-link min-h-11" data-copy={url}>Copy link</button>
        <PrintButton />
        <span role="status" class="self-center text-muted" data-copied />
      </span>
      <a href="#share" class="text-link text-sm" data-without-script>Keep the link</a>
      <script src={asset("/result.js")} defer />
    </>
  );
}
