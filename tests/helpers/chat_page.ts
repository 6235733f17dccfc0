/** Helpers for browser tests of the chat on a system's page. */
import type { Page } from "playwright-core";
import { nextFrame } from "./page.ts";

/** The button that opens the chat on the page of the system Finch. */
export const opener = (page: Page) => page.getByRole("button", { name: "Ask about Finch" });
/** The chat dialog on that page. */
export const dock = (page: Page) => page.getByRole("dialog", { name: /Ask about Finch/ });

/** Opens the chat on the page of the system, and waits until its island is hydrated. */
export async function openDock(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/systems/finch`);
  await openDockHere(page);
}

/** Opens the chat on the page of the system that the browser shows, and waits until its island is hydrated. */
export async function openDockHere(page: Page): Promise<void> {
  // Until its script has arrived, the button opens the chat's own page.
  await opener(page).and(page.locator("[aria-haspopup]")).click();
  await dock(page).waitFor();
  await composerReady(page);
}

/** Waits until the chat's form asks without a page load: its island is hydrated and has run its effects. */
export async function composerReady(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Reflect.has(document.querySelector(".chat-composer") ?? {}, "l")
  );
  await nextFrame(page);
}

/** Waits until the last question is answered. */
export async function answered(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector(".chat-status")?.textContent === "Done");
}
