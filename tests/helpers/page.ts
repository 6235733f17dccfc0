/** What the tests in a browser ask of a page. */
import type axeCore from "axe-core";
import type { Page } from "playwright-core";

/** In a page that has read {@linkcode AXE}. */
declare const axe: typeof axeCore;

/** Less than half of what the module itself would give, and each page reads it. */
const AXE = Deno.readTextFileSync(new URL("axe.min.js", import.meta.resolve("axe-core")));

/**
 * What axe finds wrong: WCAG 2.0 to 2.2 on levels A and AA, and its best practices, or only the rules that
 * are named.
 */
export async function accessibilityFaults(page: Page, rules?: string[]): Promise<string[]> {
  if (await page.evaluate(() => !("axe" in window))) await page.evaluate(AXE);
  await page.evaluate(endTransitions);
  const { violations } = await page.evaluate((rules) =>
    axe.run({
      resultTypes: ["violations"],
      // Of the rules that are in use none reads stylesheets, which each run would fetch and parse.
      preload: { assets: ["media"] },
      ...(rules && { runOnly: { type: "rule", values: rules } }),
    }), rules);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`)
  );
}

/** Colours on their way from one reading of a page to the next are nobody's. */
function endTransitions(): void {
  for (const animation of document.getAnimations()) {
    if (animation instanceof CSSTransition) animation.finish();
  }
}

/** By how many pixels a page is wider than the screen. */
export function surplusWidth(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
}

/**
 * What is wrong with a page as it is shown now, on a wide screen and on a narrow one: what axe finds, and whether
 * it is wider than the screen. The page is loaded once, and the screen changes.
 */
export async function faultsAtWidths(page: Page, widths = [1280, 360]): Promise<string[]> {
  const faults: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await nextFrame(page);
    const found = await accessibilityFaults(page);
    const surplus = await surplusWidth(page);
    if (surplus > 0) found.push(`${surplus} px too wide`);
    faults.push(...found.map((fault) => `${width} px: ${fault}`));
  }
  return faults;
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
