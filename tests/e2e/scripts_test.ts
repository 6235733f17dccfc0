/** The scripts of pages, bundled as in a build, on minimal markup and without a server (design §10). */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { gzipSync } from "node:zlib";
import { Builder } from "fresh/dev";
import type { Page } from "playwright-core";
import { bundleScripts } from "@/scripts/bundle.ts";
import { browserTest } from "../helpers/browser.ts";

const ORIGIN = "http://fixture.test";

async function bundled(): Promise<ReadonlyMap<string, Uint8Array>> {
  const builder = new Builder();
  bundleScripts(builder);
  const { files } = await builder.make((error) => {
    throw error;
  });
  return new Map(files.map(({ path, source }) => [path, source]));
}

let scripts: ReturnType<typeof bundled> | undefined;

/**
 * Opens a page with this body. `answers` are the responses of the service by path. Returns a list that grows by the
 * path and body of each POST.
 */
async function open(page: Page, body: string, answers: Readonly<Record<string, string>> = {}) {
  const files = await (scripts ??= bundled());
  const posts: string[] = [];
  await page.route("**/*", (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    if (request.method() === "POST") posts.push(`${pathname} ${request.postData()}`);
    const file = files.get(pathname);
    if (file) {
      return route.fulfill({
        contentType: "text/javascript",
        body: new TextDecoder().decode(file),
      });
    }
    const answer = answers[pathname];
    if (answer?.startsWith("{")) {
      return route.fulfill({ contentType: "application/json", body: answer });
    }
    return route.fulfill({
      contentType: "text/html",
      body: `<!doctype html><body>${pathname === "/" ? body : answer ?? ""}`,
    });
  });
  await page.goto(ORIGIN);
  return posts;
}

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
  const files = await (scripts ??= bundled());
  const loaded = loadedBy("fresh-boot", files).union(loadedBy("SelectionWizard", files));
  assert.ok(loaded.size > 3);
  const total = compressed(loaded, files);
  assert.ok(total <= 15_000, `${total} bytes`);
});

Deno.test("the closed chat adds at most 2 kB of JavaScript, and the chat itself 12 kB, compressed (§4.5)", async () => {
  const files = await (scripts ??= bundled());
  const closed = compressed(loadedBy("/chat.js", files), files);
  assert.ok(closed <= 2_000, `${closed} bytes`);
  const boot = loadedBy("fresh-boot", files);
  const panel = compressed(loadedBy("ChatPanel", files).difference(boot), files);
  assert.ok(panel <= 12_000, `${panel} bytes`);
});

/** Built-ins that a browser of the build's target (Chrome 99, Firefox 99, Safari 15.4) lacks. */
const NEWER =
  /\.(?:toSorted|toSpliced|toReversed|findLast|findLastIndex|groupBy|withResolvers|union|difference|intersection|fromAsync|isWellFormed)\(|AbortSignal\.(?:any|timeout)\(|\b(?:TextDecoderStream|TextEncoderStream|CompressionStream)\b|\.(?:showPopover|togglePopover)\(/g;

Deno.test("the scripts of buyers' pages use only what every browser they are built for has (design §10)", async () => {
  const files = await (scripts ??= bundled());
  const buyers = loadedBy("SelectionWizard", files).union(loadedBy("ChatPanel", files));
  const staffs = loadedBy("MediaPicker", files).difference(buyers);
  for (const [path, code] of files) {
    if (!path.endsWith(".js") || path.startsWith("/admin") || staffs.has(path)) continue;
    assert.deepEqual(new TextDecoder().decode(code).match(NEWER), null, path);
  }
});

const tile = (index: number) =>
  `<div data-asset="a${index}" style="float:left;width:100px"><input type="checkbox" data-tick>
  <a data-open href="/?asset=a${index}">t${index}</a></div>`;

const MEDIA = `<input id="media-search"><div data-screen>
  <div data-bar><span data-count></span><button data-clear>Clear</button></div>
  <div data-tiles style="width:330px">${[0, 1, 2, 3, 4, 5, 6].map(tile).join("")}</div></div>
  <form method="post" data-guard action="/save"><input id="name" name="name">
  <button data-save>Save</button></form><p data-count="name"><span></span></p>
  <script src="/admin.js" defer></script><script src="/admin_media.js" defer></script>`;

browserTest("keys move over pictures and select them, and Ctrl+S saves once", async (context) => {
  const { page, errors } = context;
  const posts = await open(page, MEDIA);
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  const counted = () => page.locator("[data-bar] [data-count]").textContent();
  await page.locator("a[data-open]").first().focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  assert.equal(await focused(), "t4");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Space");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Shift+ArrowRight");
  assert.equal(await counted(), "3 selected");
  await page.keyboard.press("Control+a");
  assert.equal(await counted(), "7 selected");
  await page.keyboard.press("Escape");
  assert.equal(await counted(), "0 selected");
  await page.keyboard.press("/");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "media-search");
  await page.fill("#name", "abc");
  // A browser takes a screenshot with it.
  await page.keyboard.press("Control+Shift+S");
  assert.equal(await page.locator('[data-count="name"] span').textContent(), "3");
  await page.keyboard.press("Control+s");
  await page.waitForURL("**/save");
  assert.deepEqual([posts, errors], [["/save name=abc"], []]);
});

const GALLERY = `<script src="/beacon.js" defer data-report='[{"kind":"page","ref":"r"}]'></script>
  <div data-gallery="g1"><a data-player="${ORIGIN}/player?id=1" data-title="V" href="/v">play</a></div>
  <script src="/gallery.js" defer></script>`;

browserTest(
  "a video plays in its place, and consenting visitors' pages report it",
  async (context) => {
    const { page, errors } = context;
    const posts = await open(page, GALLERY);
    await page.getByText("play").click();
    const player = await page.locator("iframe.video-player").getAttribute("src");
    assert.equal(player, `${ORIGIN}/player?id=1&autoPlay=true`);
    while (posts.length < 2) await page.evaluate(() => new Promise(requestAnimationFrame));
    assert.deepEqual(posts, [
      '/api/session/events {"events":[{"kind":"page","ref":"r"}]}',
      '/api/session/events {"events":[{"kind":"gallery_opened","ref":"g1"}]}',
    ]);
    assert.deepEqual(errors, []);
  },
);

const UPLOAD =
  `<form data-upload="/up" data-max-bytes="100" data-video="V" data-too-large="Too large">
  <div data-zone></div><div data-plain></div><p data-drop-hint hidden></p>
  <input type="file" multiple></form><div data-progress hidden><p data-summary></p>
  <ul data-rows data-descriptions="/describe"></ul><template data-row><li><span data-thumbnail></span>
  <span data-name tabindex="-1"></span><progress data-bar></progress>
  <span data-verdict="stored" hidden>Added</span><p data-message hidden></p>
  <button data-cancel>Cancel</button><button data-retry hidden>Retry</button>
  <form data-describe hidden><label></label><input></form></li></template></div>
  <script src="/admin_upload.js" defer></script>`;

browserTest(
  "files are uploaded, files that are too large or videos are refused unsent, and descriptions are saved",
  async (context) => {
    const { page, errors } = context;
    const stored = {
      id: "n",
      outcome: "stored",
      filename: "a.png",
      alt: "",
      href: "/h",
      thumbnail: "",
    };
    const posts = await open(page, UPLOAD, {
      "/up": JSON.stringify(stored),
      "/describe": '{"saved":1}',
    });
    await page.locator("[data-upload] input").setInputFiles([
      { name: "a.png", mimeType: "image/png", buffer: Buffer.alloc(10) },
      { name: "large.png", mimeType: "image/png", buffer: Buffer.alloc(200) },
      { name: "v.mp4", mimeType: "video/mp4", buffer: Buffer.alloc(10) },
    ]);
    await page.getByText("3 of 3 done, 1 added, 2 not added.").waitFor();
    await page.locator("[data-describe]:visible input").fill("A wall");
    await page.keyboard.press("Enter");
    await page.getByText("Alt text saved.").waitFor();
    assert.deepEqual(posts.slice(1), ["/describe alt%3An=A+wall"], "saved once");
    assert.deepEqual(errors, []);
  },
);

browserTest("a dropped folder is refused by name, and not sent", async ({ page, errors }) => {
  const posts = await open(page, UPLOAD);
  const drop = await page.context().newCDPSession(page);
  const data = { items: [], files: [import.meta.dirname ?? ""], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const) {
    await drop.send("Input.dispatchDragEvent", { type, x: 20, y: 20, data });
  }
  await page.getByText("1 of 1 done, 1 not added.").waitFor();
  await page.getByText("This is a folder. Add the pictures in it.").waitFor();
  assert.deepEqual([posts, errors], [[], []]);
});

const TAGS = `<div data-screen><div data-tiles></div></div>
  <form><input data-suggest="/admin/media/tags" list="names"><datalist id="names"></datalist></form>
  <input id="other">
  <script src="/admin_media.js" defer></script>`;

browserTest("the suggested tags are those for the text last typed (§4.8)", async (context) => {
  const { page, errors } = context;
  await open(page, TAGS);
  const late: (() => Promise<void>)[] = [];
  await page.route("**/admin/media/tags?**", async (route) => {
    const text = `${new URL(route.request().url()).searchParams.get("q")} hall`;
    const answer = () => route.fulfill({ json: { tags: [{ type: "project", ref: text, text }] } });
    await (late.length === 0 ? late.push(answer) : answer());
  });
  const asked = page.waitForRequest("**/admin/media/tags?**");
  await page.locator("[data-suggest]").pressSequentially("a");
  await asked;
  await page.locator("[data-suggest]").pressSequentially("b");
  await page.locator('option[value="ab hall"]').waitFor({ state: "attached" });
  await late[0]?.();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  const names = await page.locator("option").evaluateAll((options) =>
    options.map((option) => option.getAttribute("value"))
  );
  assert.deepEqual(names, ["ab hall"]);

  // The fields share their list, so an answer for a field that was left is for the wrong one.
  late.length = 0;
  const again = page.waitForRequest("**/admin/media/tags?**");
  await page.locator("[data-suggest]").press("c");
  await again;
  await page.locator("#other").focus();
  const answered = page.waitForResponse("**/admin/media/tags?**");
  await late[0]?.();
  await answered;
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  assert.equal(await page.locator('option[value="ab hall"]').count(), 1);
  await page.route("**/admin/media/tags?**", (route) => route.fulfill({ body: "<h1>Sign in" }));
  const signIn = page.waitForResponse("**/admin/media/tags?**");
  await page.locator("[data-suggest]").focus();
  await (await signIn).finished();
  assert.deepEqual(errors, []);
});

const PANEL = `<title>T</title>${MEDIA}`;
const panelOf = (id: string) =>
  `<title>${id}</title><div data-screen><aside data-panel="${id}" tabindex="-1">
  <a data-close href="/">Close</a>Panel ${id}</aside></div>`;

browserTest(
  "a picture that cannot be opened does not take the place of one that was opened after it (§4.8)",
  async ({ page, errors }) => {
    await page.setViewportSize({ width: 1400, height: 800 });
    await open(page, PANEL);
    const failing = Promise.withResolvers<void>();
    await page.route(/asset=a\d/, async (route) => {
      const id = new URL(route.request().url()).searchParams.get("asset") ?? "";
      if (id === "a0") await failing.promise;
      const body = id === "a2" ? "<title>S</title><h1>Sign in" : panelOf(id);
      const answer = { contentType: "text/html", body };
      await route.fulfill(id === "a0" ? { status: 503, body: "" } : answer);
    });
    const answered = page.waitForResponse(/asset=a0/);
    await page.getByText("t0", { exact: true }).click();
    await page.getByText("t1", { exact: true }).click();
    await page.getByText("Panel a1").waitFor();
    failing.resolve();
    await answered;
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
    assert.equal(page.url(), `${ORIGIN}/?asset=a1`);
    assert.deepEqual(errors.filter((error) => !error.includes("503")), []);
    // A page that is none of the library, such as a sign-in, is loaded: it says what to do.
    await page.getByText("t2", { exact: true }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
  },
);

const FORMS = `<form method="post" data-send-once action="/send"><button>Send</button></form>
  <form method="post" data-guard action="/save"><input name="name"><button data-save>Save</button></form>
  <script src="/send_once.js" defer></script><script src="/admin.js" defer></script>`;

browserTest(
  "a form that was sent can be sent again after the reader stopped it",
  async (context) => {
    const { page, errors } = context;
    await open(page, FORMS);
    const posts: string[] = [];
    await page.route("**/s*", async (route) => {
      const request = route.request();
      if (request.method() !== "POST") return await route.fallback();
      posts.push(new URL(request.url()).pathname);
      if (posts.filter((path) => path === posts.at(-1)).length > 1) {
        await route.fulfill({ body: "" });
      }
    });
    const loading = await page.context().newCDPSession(page);
    for (const name of ["Send", "Save"]) {
      await page.goto(ORIGIN);
      const button = page.getByRole("button", { name });
      const sent = page.waitForRequest((request) => request.method() === "POST");
      await button.click({ noWaitAfter: true });
      await sent;
      await loading.send("Page.stopLoading");
      await page.locator(`button:text("${name}"):enabled:not([aria-disabled])`).click();
      await page.waitForURL(/\/s\w+$/);
    }
    assert.deepEqual([posts, errors], [["/send", "/send", "/save", "/save"], []]);
  },
);

browserTest(
  "Back to a refused form fetches its page, instead of asking to send the form again",
  async ({ page, errors }) => {
    const refused = `<form method="post" data-guard data-unsaved data-send-once action="/">
      <button>Send</button></form><a href="/next">Next</a>`;
    for (const script of ["send_once", "admin"]) {
      const posts = await open(
        page,
        `${refused}<script src="/${script}.js" defer></script>`,
        { "/next": "" },
      );
      page.on("dialog", (dialog) => dialog.accept().catch(() => {}));
      await page.getByText("Send").click();
      await page.waitForLoadState();
      await page.goto(`${ORIGIN}/next`);
      await page.goBack();
      assert.ok(await page.getByText("Send").isVisible(), script);
      assert.equal(posts.length, 1, `${script} sent it again`);
    }
    assert.deepEqual(errors, []);
  },
);

const CHAT = `<form data-chat action="/advisor"><button>Ask</button></form>
  <script src="/chat.js" defer></script>`;
const ADVISOR = `<div id="assistant"><h2 id="assistant-title">Hi</h2><textarea></textarea></div>
  <script type="module">document.documentElement.dataset.booted = "";</script>`;

browserTest(
  "the chat is loaded when its button is first pressed, and Escape closes it",
  async (context) => {
    const { page, errors } = context;
    await open(page, CHAT, { "/advisor": ADVISOR });
    await page.getByText("Ask").click();
    await page.locator("html[data-booted] dialog.chat-dock[open]").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), "TEXTAREA");
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("dialog[open]").count(), 0);
    assert.deepEqual(errors, []);
  },
);

/** The markup of a list of systems with these in the comparison tray, and optionally a refusal. */
const listOf = (compared: string[], refused = "") => {
  const toggles = ["a", "b", "c"].map((id) =>
    `<a data-toggle="${id}" href="/list/${id}">${compared.includes(id) ? "Out" : "In"} ${id}</a>`
  );
  const chips = compared.map((id) => `<a data-removes="${id}" href="/without/${id}">${id}</a>`);
  const alert = refused && `<p role="alert">${refused}</p>`;
  return `<main><a id="next" href="?page=2&compare=${compared}">Next</a>
    <input name="compare" value="${compared}"><h2 id="found" tabindex="-1">3 systems</h2>${toggles}
    <p id="tray-status" role="status"></p>
    <div data-tray data-summary="${compared.length} chosen">${alert}${chips}</div></main>
    <script src="/tray.js" defer></script>`;
};

browserTest(
  "the comparison tray changes in place, announces changes, and announces refusals (issue 18, part 4)",
  async (context) => {
    const { page, errors } = context;
    await open(page, listOf(["a", "b"]), {
      "/list/c": listOf(["a", "b"], "No more than two. c was not added."),
      "/without/a": listOf(["b"]),
      "/without/b": listOf([]),
    });
    const status = (text: string) => page.getByRole("status").filter({ hasText: text }).waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await page.evaluate(() => document.body.dataset.same = "");
    await page.getByText("In c").click();
    await status("No more than two. c was not added.");
    assert.equal(new URL(page.url()).pathname, "/");
    assert.equal(await focused(), "In c");

    // A double click: the second must act on the tray that the first leaves.
    await page.locator('[data-removes="a"]').evaluate((link) => {
      for (let press = 0; press < 2; press++) (link as HTMLElement).click();
    });
    await status("1 chosen");
    assert.equal(await focused(), "b");
    assert.equal(await page.locator("#next").getAttribute("href"), "?page=2&compare=b");
    assert.equal(await page.locator("input").inputValue(), "b");

    await page.locator('[data-removes="b"]').click();
    await status("0 chosen");
    assert.equal(await focused(), "In b");
    assert.equal(new URL(page.url()).pathname, "/without/b");
    assert.equal(
      await page.locator("body[data-same]").count(),
      1,
      "the page was not reloaded",
    );
    assert.deepEqual(errors, []);
  },
);

browserTest("the tray takes no focus that has moved on to a part that stays", async (context) => {
  const { page, errors } = context;
  await open(page, listOf(["a"]), { "/list/b": listOf(["a", "b"]) });
  const asked = page.waitForRequest("**/list/b");
  await page.evaluate(() => {
    const element = (selector: string) => document.querySelector<HTMLElement>(selector);
    element('[data-toggle="b"]')?.click();
    element("#next")?.focus();
  });
  await asked;
  await page.getByRole("status").filter({ hasText: "2 chosen" }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.id), "next");
  assert.deepEqual(errors, []);
});

browserTest("the tray loads the page when its parts do not arrive in time", async ({ page }) => {
  await page.addInitScript(() => {
    const { timeout } = AbortSignal;
    AbortSignal.timeout = (ms) => timeout.call(AbortSignal, Math.min(ms, 50));
  });
  await open(page, listOf([]), { "/list/b": listOf(["b"]) });
  await page.route("**/list/b", async (route) => {
    if (route.request().resourceType() !== "fetch") await route.fallback();
  });
  await page.getByText("In b").click();
  await page.waitForURL("**/list/b");
  await page.getByText("Out b").waitFor();
});
