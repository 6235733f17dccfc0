import { asset } from "fresh/runtime";
import type { JSX } from "preact";
import { Notice } from "@/components/ui/Notice.tsx";

/** For pages that a buyer is in the middle of, such as a conversation: says that the browser is offline. */
export function OfflineNote(): JSX.Element {
  return (
    <>
      <div class="offline-note print:hidden" data-offline-note hidden>
        <Notice tone="warning" role="alert" title="You are offline">
          <p>This page and what you did on it are kept. Go on when you are connected again.</p>
        </Notice>
      </div>
      <script src={asset("/offline.js")} defer />
    </>
  );
}
