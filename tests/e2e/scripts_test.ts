/** The scripts of buyers' pages, bundled as in a build, on minimal markup and without a server (design §10). */
import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { browserTest } from "../helpers/browser.ts";
import { bundled, openMarkup, ORIGIN } from "../helpers/scripts_page.ts";

/** Returns the bundled files that a page with this entry loads: itself and all that it imports before it runs. */
function loadedBy(entry: string, files: ReadonlyMap<string, Uint8Array>): Set<string> {
  const found = new Set<string>();
  const visit = (path: string) => {
    if (found.has(path)) return;
    found.add(path);
    const code = new TextDecoder().decode(files.get(path));
    for (const [, name] of code.matchAll(/\b(?:from|import)"\.\/([^"]+)"/g)) {
      visit(`/_fresh/js/${name}`);
    }
  };
  visit([...files.keys()].find((path) => path.startsWith(`/_fresh/js/${entry}-`)) ?? entry);
  return found;
}

/** Returns the size of some bundled files, compressed. */
function compressed(paths: ReadonlySet<string>, files: ReadonlyMap<string, Uint8Array>): number {
  const sizes = [...paths].map((path) => {
    const file = files.get(path);
    assert.ok(file, path);
    return gzipSync(file, { level: 9 }).length;
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}

Deno.test("the wizard loads at most 15 kB of JavaScript, compressed (docs/decisions/0016)", async () => {
  const files = await bundled();
  const loaded = ["fresh-boot", "SelectionWizard", "/offline.js"]
    .map((entry) => loadedBy(entry, files))
    .reduce((all, each) => all.union(each));
  assert.ok(loaded.size > 4);
  const total = compressed(loaded, files);
  assert.ok(total <= 15_000, `${total} bytes`);
});

Deno.test("the list of systems loads at most 1 kB of JavaScript, compressed (docs/benchmarks.md)", async () => {
  const files = await bundled();
  const total = compressed(loadedBy("/tray.js", files), files);
  assert.ok(total <= 1_000, `${total} bytes`);
});

Deno.test("the closed chat adds at most 2 kB of JavaScript, and the chat itself 12 kB, compressed (§4.5)", async () => {
  const files = await bundled();
  const closed = compressed(new Set(["/chat.js", "/offline.js"]), files);
  assert.ok(closed <= 2_000, `${closed} bytes`);
  const boot = loadedBy("fresh-boot", files);
  const panel = compressed(loadedBy("ChatPanel", files).difference(boot), files);
  assert.ok(panel <= 12_000, `${panel} bytes`);
});

/** Built-ins that a browser of the build's target (Chrome 99, Firefox 99, Safari 15.4) lacks. */
const NEWER =
  /\.(?:toSorted|toSpliced|toReversed|findLast|findLastIndex|groupBy|withResolvers|union|difference|intersection|fromAsync|isWellFormed)\(|AbortSignal\.(?:any|timeout)\(|\b(?:TextDecoderStream|TextEncoderStream|CompressionStream)\b|\.(?:showPopover|togglePopover)\(/g;

Deno.test("the scripts of buyers' pages use only what every browser they are built for has (design §10)", async () => {
  const files = await bundled();
  const buyers = loadedBy("SelectionWizard", files).union(loadedBy("ChatPanel", files));
  const staffs = loadedBy("MediaPicker", files).difference(buyers);
  for (const [path, code] of files) {
    if (!path.endsWith(".js") || path.startsWith("/admin") || staffs.has(path)) continue;
    assert.deepEqual(new TextDecoder().decode(code).match(NEWER), null, path);
  }
});

const GALLERY =
  `<script src="/beacon.js" defer data-report='{"events":[{"kind":"page","ref":"r"}],"track":"home"}'></script>
  <div data-gallery="g1"><a data-player="${ORIGIN}/player?id=1" data-title="V" href="/v">play</a>
  <a data-player="${ORIGIN}/player?id=2" href="/v">second</a></div>
  <script src="/gallery.js" defer></script>`;

browserTest(
  "a video plays in its place, and consenting visitors' pages report it",
  async (context) => {
    const { page, errors } = context;
    const posts = await openMarkup(page, GALLERY);
    const tab = page.context().waitForEvent("page");
    await page.getByText("play").click({ modifiers: ["ControlOrMeta"] });
    await (await tab).close();
    assert.equal(await page.locator("iframe").count(), 0, "a new tab plays it");
    await page.getByText("play").click();
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), "IFRAME");
    const player = await page.locator("iframe.video-player").getAttribute("src");
    assert.equal(player, `${ORIGIN}/player?id=1&autoPlay=true`);
    while (posts.length < 2) await page.evaluate(() => new Promise(requestAnimationFrame));
    assert.deepEqual(posts, [
      '/api/session/events {"events":[{"kind":"page","ref":"r"}],"track":"home"}',
      '/api/session/events {"events":[{"kind":"gallery_opened","ref":"g1"}],"track":"home"}',
    ]);
    await page.getByText("second").click();
    const quiet = await openMarkup(page, GALLERY.slice(GALLERY.indexOf("<div")));
    await page.getByText("play").click();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
    assert.deepEqual([posts.length, quiet], [2, []], "once, and only with consent");
    assert.deepEqual(errors, []);
  },
);

const RESULT = `<div><div data-result-actions hidden><button data-copy="${ORIGIN}/r">Copy</button>
  <button data-print>Print</button><p data-copied role="status"></p></div>
  <p data-without-script>Copy this:</p></div><input id="share" value="${ORIGIN}/r">
  <script src="/result.js" defer></script>`;

browserTest(
  "a result's link is copied, or marked where the browser refuses, and its page printed (design §10)",
  async ({ page, errors }) => {
    await page.addInitScript(() => {
      const told = (text: string) => document.body.dataset.told = text;
      const clipboard = { writeText: (text: string) => Promise.resolve(void told(text)) };
      Object.defineProperty(navigator, "clipboard", { value: clipboard, writable: true });
      globalThis.print = () => void told("printed");
    });
    await openMarkup(page, RESULT);
    const told = () => page.evaluate(() => document.body.dataset.told);
    assert.equal(await page.getByText("Copy this:").isVisible(), false);
    await page.getByRole("button", { name: "Print" }).click();
    assert.equal(await told(), "printed");
    const copy = page.getByRole("button", { name: "Copy" });
    await copy.click();
    await page.getByRole("status").filter({ hasText: "Link copied." }).waitFor();
    assert.equal(await told(), `${ORIGIN}/r`);
    await page.evaluate(() => Reflect.set(navigator, "clipboard", undefined));
    await copy.click();
    await page.getByRole("status").filter({ hasText: "ready to copy" }).waitFor();
    assert.equal(await page.evaluate(() => getSelection()?.toString()), `${ORIGIN}/r`);
    assert.equal(await page.evaluate(() => document.activeElement?.id), "share");
    assert.deepEqual(errors, []);
  },
);

browserTest(
  "a page is printed by a button that only its script shows",
  async ({ page, errors }) => {
    await page.addInitScript(() => {
      globalThis.print = () => void (document.body.dataset.told = "printed");
    });
    const lone = `<button data-print hidden>Print</button><script src="/result.js" defer></script>`;
    await openMarkup(page, lone);
    await page.getByRole("button", { name: "Print" }).click();
    assert.equal(await page.evaluate(() => document.body.dataset.told), "printed");
    assert.deepEqual(errors, []);
  },
);

const CHAT = `<form data-chat action="/advisor"><button>Ask</button></form>
  <script src="/chat.js" defer></script>`;
const ADVISOR = `<div id="assistant"><h2 id="assistant-title">Hi</h2><textarea></textarea></div>
  <script type="module">document.documentElement.dataset.booted = "";</script>`;

browserTest(
  "the chat is loaded once, when its button is first pressed, and gives the focus back when it closes",
  async (context) => {
    const { page, errors } = context;
    await openMarkup(page, CHAT, { "/advisor": ADVISOR });
    let loads = 0;
    page.on("request", (request) => void (request.url().includes("/advisor") && loads++));
    const button = page.getByText("Ask");
    const dock = page.locator("html[data-booted] dialog.chat-dock");
    const states = () => button.evaluate((it) => [it.ariaExpanded, it.ariaBusy]);
    const focused = () => page.evaluate(() => document.activeElement?.tagName);
    const closed = async (how: string) => {
      assert.equal(await page.locator("dialog[open]").count(), 0, how);
      assert.deepEqual([await focused(), ...await states()], ["BUTTON", "false", null], how);
    };
    assert.deepEqual(await states(), ["false", null]);
    await button.evaluate((it) => {
      for (let press = 0; press < 2; press++) it.closest("form")?.requestSubmit();
    });
    await dock.and(page.locator("[open]")).waitFor();
    assert.deepEqual([await focused(), ...await states()], ["TEXTAREA", "true", null]);
    assert.equal(await dock.evaluate((it) => it.matches(":modal")), false);
    await dock.dispatchEvent("keydown", { key: "Escape", isComposing: true });
    assert.equal(await dock.isVisible(), true, "the key was the input method's");
    await page.keyboard.press("Escape");
    await closed("Escape");
    await page.setViewportSize({ width: 360, height: 640 });
    await button.click();
    assert.equal(await dock.evaluate((it) => it.matches(":modal")), true);
    await dock.evaluate((it) => it.dispatchEvent(new Event("cancel", { cancelable: true })));
    await closed("the back gesture");
    await button.click();
    await page.getByRole("button", { name: "Close" }).click();
    await closed("Close");
    assert.deepEqual([loads, await dock.count(), errors], [1, 1, []]);
  },
);
