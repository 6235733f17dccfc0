/** Chromium for end-to-end tests. Where none is installed, the tests say so and are skipped. */
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  ConsoleMessage,
  Page,
} from "playwright-core";

/** The shell is the same engine without the window, which halves what a page costs; the first that is there serves. */
const EXECUTABLES = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** For what a page should do at once, on a machine that does much else. */
const TIMEOUT_MS = 120_000;

/** What comes late: `assets`, which are scripts, styles and fonts, or `answers`, which are pages and what scripts ask for. */
const LATE = Deno.env.get("E2E_LATE");
const LATEST_MS = 1_500;

const ARGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // What opens a page shows it: the policies of the service would have another process do so.
  "--renderer-process-limit=1",
  // The next page has the frame of the last one: to go there takes a fifth less.
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

export interface BrowserTestOptions {
  readonly javaScriptEnabled?: boolean;
  readonly viewport?: { width: number; height: number };
  readonly colorScheme?: "light" | "dark";
}

/** One browser serves all tests of a file; each has its own storage, cookies and cache. */
let launched: Promise<Browser> | undefined;

/** Files that have no browser do not load what drives it. */
async function launch(executablePath: string): Promise<Browser> {
  const { chromium } = await import("playwright-core");
  return await chromium.launch({ executablePath, args: ARGS });
}

Deno.test.afterAll(async () => {
  await (await launched)?.close();
});

/**
 * A picture that was asked for while the service made as many others as it does at once, or that the test keeps from
 * being asked for: nothing of the page's.
 */
function isMissingPicture(message: ConsoleMessage): boolean {
  const { url } = message.location();
  return /status of 503|ERR_BLOCKED_BY_CLIENT/.test(message.text()) &&
    URL.parse(url)?.pathname.startsWith("/media/") === true;
}

/** A visitor of their own, for whom a page may take as long as a busy machine needs. */
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

/** Where a page is and the first words on it, for whoever reads why a test failed. */
async function shownBy(page: Page): Promise<string> {
  const text = await page.locator("main").innerText({ timeout: 1_000 }).catch(() => "no main part");
  return `${page.url()}: ${text.replaceAll(/\s+/g, " ").slice(0, 1_000)}`;
}

/** Declares a test that gets a fresh page of a new visitor. */
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
      const browser = await (launched ??= launch(EXECUTABLE ?? ""));
      const context = await newContext(browser, options);
      try {
        const page = await context.newPage();
        const errors: string[] = [];
        page.on("pageerror", (error) => errors.push(error.message));
        page.on("console", (message) => {
          if (message.type() === "error" && !isMissingPicture(message)) errors.push(message.text());
        });
        await run({ page, browser, errors });
      } catch (error) {
        const shown = await Promise.all(context.pages().map(shownBy));
        throw new Error(`The test failed at ${shown.join("\n")}`, { cause: error });
      } finally {
        await context.close();
      }
    },
  });
}

/** Serves a handler on a free port until disposed. */
export function serve(handler: Deno.ServeHandler): AsyncDisposable & { readonly origin: string } {
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, handler);
  return {
    origin: `http://127.0.0.1:${server.addr.port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
