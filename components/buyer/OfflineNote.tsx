import { asset } from "fresh/runtime";
import type { JSX } from "preact";
import { Notice } from "@/components/ui/Notice.tsx";

/**
 * For pages with something that is not in their address, such as a conversation: says that the browser is offline. The
 * wizard does without it: its answers are in its address, and its scripts are at their limit (docs/decisions/0016).
 */
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
