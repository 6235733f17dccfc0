/** What tests share of the chat on the page of a system, in a browser. */
import type { Page } from "playwright-core";

/** The button that opens the chat on the page of the system Finch. */
export const opener = (page: Page) => page.getByRole("button", { name: "Ask about Finch" });
/** The chat on that page. */
export const dock = (page: Page) => page.getByRole("dialog", { name: /Ask about Finch/ });

/** Opens the chat on the page of the system, and waits until its script answers. */
export async function openDock(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/systems/finch`);
  await opener(page).click();
  await dock(page).waitFor();
  await page.waitForFunction(() =>
    Reflect.has(document.querySelector(".chat-composer") ?? {}, "l")
  );
}

/** Waits until the last question is answered. */
export async function answered(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector(".chat-status")?.textContent === "Done");
}
