/** Chromium for end-to-end tests. When it is not installed, the tests are skipped and their names say so. */
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  ConsoleMessage,
  Page,
} from "playwright-core";
import { stopSite } from "./site.ts";

/** In order of preference: the headless shell is the same engine, but halves the cost of a page. */
const EXECUTABLES = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** Generous, because a busy machine may delay even an immediate action of a page. */
const TIMEOUT_MS = 120_000;

/** Responses to delay at random: `assets` (scripts, styles and fonts) or `answers` (pages and requests of scripts). */
const LATE = Deno.env.get("E2E_LATE");
const LATEST_MS = 1_500;

/** Whether each test runs again on a new service, as a retry does. */
const TWICE = Deno.env.has("E2E_TWICE");

const ARGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Render all pages in one process: the service's cross-origin policies would otherwise start another one.
  "--renderer-process-limit=1",
  // Reuse the frame of the previous page, which makes navigation a fifth faster.
  "--enable-features=RenderDocument:level/crashed-frame",
];

const EXECUTABLE = EXECUTABLES.find((path) => {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
});

export interface BrowserTestContext {
  readonly page: Page;
  readonly browser: Browser;
  /** Uncaught errors and `console.error` lines of the page so far. */
  readonly errors: string[];
}

interface BrowserTestOptions {
  readonly javaScriptEnabled?: boolean;
  readonly viewport?: { width: number; height: number };
  readonly colorScheme?: "light" | "dark";
}

/** The browser of all tests of a file; each test has its own storage, cookies and cache. */
let launched: Promise<Browser> | undefined;

/**
 * Blank pages of contexts that a test has used and {@linkcode reset} has cleared, by their options. A new context starts
 * a process, which costs as much as three pages.
 */
const blank = new Map<string, Page>();

/** Imports Playwright only when a browser is installed. */
async function launch(executablePath: string): Promise<Browser> {
  const { chromium } = await import("playwright-core");
  return await chromium.launch({ executablePath, args: ARGS });
}

/** Returns the browser. Starts another one when it did not start or has crashed, so that a retry can pass. */
async function openBrowser(): Promise<Browser> {
  const running = await launched?.catch(() => undefined);
  if (running?.isConnected()) return running;
  blank.clear();
  return await (launched = launch(EXECUTABLE ?? ""));
}

Deno.test.afterAll(async () => {
  await (await launched)?.close();
});

/**
 * Whether a console error is about a picture that the service refused while it was busy rendering others (503), or that
 * the test blocked. Such an error is not a fault of the page.
 */
function isMissingPicture(message: ConsoleMessage): boolean {
  const { url } = message.location();
  return /status of 503|ERR_BLOCKED_BY_CLIENT/.test(message.text()) &&
    URL.parse(url)?.pathname.startsWith("/media/") === true;
}

/** Creates a browser context for a new visitor, with timeouts for a busy machine. */
export async function newContext(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(TIMEOUT_MS);
  if (LATE) {
    await context.route("**/*", async (route) => {
      const type = route.request().resourceType();
      const isAsset = ["stylesheet", "script", "font"].includes(type);
      if (type !== "image" && isAsset === (LATE === "assets")) {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * LATEST_MS));
      }
      await route.fallback();
    });
  }
  return context;
}

/** Returns a page of a visitor who was never here. */
async function blankPage(browser: Browser, options: BrowserTestOptions): Promise<Page> {
  const key = JSON.stringify(options);
  const page = blank.get(key) ?? await (await newContext(browser, options)).newPage();
  blank.delete(key);
  return page;
}

/**
 * Closes the pages of a context and clears its cookies, storage, cache, permissions and network conditions, so that the
 * next test with the same options can use it. Routes and scripts that a test adds to the context itself would stay.
 */
async function reset(context: BrowserContext, options: BrowserTestOptions): Promise<void> {
  const used = context.pages();
  // Its process ends with the last page.
  const page = await context.newPage();
  await Promise.all(used.map((each) => each.close()));
  const session = await context.newCDPSession(page);
  await session.send("Network.clearBrowserCache");
  await session.send("Storage.clearDataForOrigin", { origin: "*", storageTypes: "all" });
  await session.detach();
  await context.clearCookies();
  await context.clearPermissions();
  await context.setOffline(false);
  blank.set(JSON.stringify(options), page);
}

/** Returns the URL of a page and the beginning of its text, for the message of a failed test. */
async function shownBy(page: Page): Promise<string> {
  const text = await page.locator("main").innerText({ timeout: 1_000 }).catch(() => "no main part");
  return `${page.url()}: ${text.replaceAll(/\s+/g, " ").slice(0, 1_000)}`;
}

/** Declares a test that runs on a fresh page of a new visitor. */
export function browserTest(
  name: string,
  run: (context: BrowserTestContext) => Promise<void>,
  options: BrowserTestOptions = {},
): void {
  Deno.test({
    name: EXECUTABLE ? name : `${name} [skipped: no Chromium at ${EXECUTABLES.join(" or ")}]`,
    ignore: EXECUTABLE === undefined,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      await attempt(run, options);
      if (!TWICE) return;
      await stopSite();
      await attempt(run, options);
    },
  });
}

/** Runs a test once on a fresh page. */
async function attempt(
  run: (context: BrowserTestContext) => Promise<void>,
  options: BrowserTestOptions,
): Promise<void> {
  const browser = await openBrowser();
  const page = await blankPage(browser, options);
  const context = page.context();
  try {
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error" && !isMissingPicture(message)) errors.push(message.text());
    });
    await run({ page, browser, errors });
  } catch (error) {
    const shown = await Promise.all(context.pages().map(shownBy));
    // A retry must not find what this test has changed. A browser that has crashed cannot close its context, and the
    // failure of the test says more.
    await Promise.allSettled([context.close(), stopSite()]);
    // The line of a retry has this message and not its cause.
    throw new Error(`${error}\nThe test failed at ${shown.join("\n")}`, { cause: error });
  }
  await reset(context, options);
}

/** Serves a handler on a free port until disposed. */
export function serve(handler: Deno.ServeHandler): AsyncDisposable & { readonly origin: string } {
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, handler);
  return {
    origin: `http://127.0.0.1:${server.addr.port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
