/** What the tests in a browser ask of a page. */
import axe from "axe-core";
import type { Page } from "playwright-core";

/** What axe finds wrong: WCAG 2.0 to 2.2 on levels A and AA, and its best practices. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  // The function runs in the page, where `axe` is the global that the line above has made.
  const { violations } = await page.evaluate(() => axe.run({ resultTypes: ["violations"] }));
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`)
  );
}

/** By how many pixels a page is wider than the screen. */
export function surplusWidth(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
}

/** Waits until the page's islands answer to events and have run their effects. */
export async function islandsReady(page: Page): Promise<void> {
  // Preact keeps an element's listeners in its property `l`, whichever framework hydrates it. A page
  // without an island has no module.
  await page.waitForFunction(() => {
    if (document.querySelector("script[type=module]") === null) return true;
    return Array.from(document.querySelectorAll("body *")).some((element) => {
      return typeof Reflect.get(element, "l") === "object";
    });
  });
  await nextFrame(page);
}

/** Waits until the page has drawn what was asked of it, and run what waits for that. Needs scripts. */
export function nextFrame(page: Page): Promise<void> {
  return page.evaluate(() =>
    new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  );
}

/** The accessible text of what has the focus: its label, or what it says. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    const other = document.getElementById(element?.getAttribute("aria-labelledby") ?? "");
    if (other !== null) return other.textContent ?? "";
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
    // Where a label says more than a name, the name is a part of its own.
    const named = label?.querySelector("span span") ?? label ?? element;
    return named?.textContent?.replaceAll(/\s+/g, " ").trim() ?? "";
  });
}
