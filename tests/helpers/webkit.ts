/**
 * WebKit, the engine of Safari, driven over WebDriver (W3C). Tests that need it are skipped, and their names say so, where
 * Debian's packages `webkit2gtk-driver` and `xvfb` are not installed.
 */
import assert from "node:assert/strict";
import { isHydrated } from "./page.ts";
import { freePort } from "./process.ts";
import { until } from "./until.ts";

const DRIVER = "/usr/bin/WebKitWebDriver";
const SCREEN = "/usr/bin/Xvfb";
/** Longest time that a command may take, in milliseconds: a page load on a busy machine. */
const COMMAND_MS = 120_000;
/** How long to wait for the driver's status before it is asked again, in milliseconds. */
const STATUS_MS = 2_000;
/** The name under which WebDriver sends an element. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** A window of WebKit. */
export interface WebKit extends AsyncDisposable {
  /** Loads a URL, and waits until the islands of its page are hydrated. */
  open(url: string): Promise<void>;
  /** Runs the body of a function in the page and returns its JSON. */
  run<T>(body: string, ...args: readonly unknown[]): Promise<T>;
  /** Clicks the first visible element that matches and whose text begins so. */
  click(selector: string, text: string): Promise<void>;
  /** Types into an element. `\uE007` is the Enter key. */
  type(selector: string, text: string): Promise<void>;
  /** Waits until the text of the page matches. */
  shows(text: RegExp): Promise<void>;
  /** Goes back in the history. The driver waits for the page; a script that runs meanwhile may never be answered. */
  back(): Promise<void>;
  resize(width: number, height: number): Promise<void>;
}

/** Declares a test that runs in a new window of WebKit. */
export function webkitTest(name: string, test: (webkit: WebKit) => Promise<void>): void {
  const isMissing = [DRIVER, SCREEN].some((path) => !isFile(path));
  Deno.test({
    name: isMissing ? `${name} [skipped: no ${DRIVER} or no ${SCREEN}]` : name,
    ignore: isMissing,
    async fn() {
      await using webkit = await launch();
      await test(webkit);
    },
  });
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

async function launch(): Promise<WebKit> {
  await using starting = new AsyncDisposableStack();
  const screen = starting.use(
    spawn(SCREEN, ["-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"]),
  );
  const { value = "" } = await screen.stdout.values().next();
  const port = freePort();
  starting.use(spawn(DRIVER, [`--port=${port}`], { DISPLAY: `:${value.trim()}` }));

  async function command<T>(
    method: string,
    path: string,
    body?: object,
    limitMs = COMMAND_MS,
  ): Promise<T> {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(limitMs),
    });
    const { value } = await response.json();
    assert.ok(response.ok, `${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  }

  // A driver that is still starting may accept a connection and never answer it.
  const isUp = () => command("GET", "/status", undefined, STATUS_MS).then(() => true, () => false);
  await until("the driver", isUp);
  const { sessionId } = await command<{ sessionId: string }>("POST", "/session", {
    capabilities: {},
  });
  const at = `/session/${sessionId}`;
  starting.defer(async () => await command("DELETE", at));

  const run = <T>(script: string, ...args: readonly unknown[]) =>
    command<T>("POST", `${at}/execute/sync`, { script, args });
  async function elementAt(body: string, ...args: readonly unknown[]): Promise<string> {
    const found = await run<{ [ELEMENT]: string } | null>(body, ...args);
    assert.ok(found, `no element: ${args.join(" ")}`);
    return `${at}/element/${found[ELEMENT]}`;
  }
  const using = starting.move();
  return {
    run,
    async open(url) {
      await command("POST", `${at}/url`, { url });
      await until("the islands", () => run(`return (${isHydrated})()`));
    },
    back: () => command("POST", `${at}/back`, {}),
    resize: (width, height) => command("POST", `${at}/window/rect`, { width, height }),
    async click(selector, text) {
      const element = await elementAt(
        `const found = [...document.querySelectorAll(arguments[0])]
          .find((it) => it.checkVisibility() && it.innerText.trim().startsWith(arguments[1]));
        // The driver calls an element below the screen not interactable.
        found?.scrollIntoView({ behavior: "instant", block: "center" });
        return found ?? null;`,
        selector,
        text,
      );
      await command("POST", `${element}/click`, {});
    },
    async type(selector, text) {
      const element = await elementAt("return document.querySelector(arguments[0])", selector);
      await command("POST", `${element}/value`, { text });
    },
    async shows(text) {
      await until(`${text}`, async () => text.test(await run("return document.body.innerText")));
    },
    [Symbol.asyncDispose]: () => using.disposeAsync(),
  };
}

/** Starts a program that is ended by disposing it. */
function spawn(path: string, args: readonly string[], env: Record<string, string> = {}) {
  const child = new Deno.Command(path, {
    args: [...args],
    // Its sandbox needs rights that a container or root does not have; the only site is the test's own.
    env: { ...env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1", LIBGL_ALWAYS_SOFTWARE: "1" },
    stdout: "piped",
    stderr: "null",
  }).spawn();
  return {
    stdout: child.stdout.pipeThrough(new TextDecoderStream()),
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.status;
    },
  };
}
