/** The scripts of admin pages, bundled as in a build, on minimal markup and without a server (spec §4.8, §4.9). */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { browserTest } from "../helpers/browser.ts";
import { openMarkup, ORIGIN } from "../helpers/scripts_page.ts";
import { until } from "../helpers/until.ts";

const tile = (index: number) =>
  `<div data-asset="a${index}" style="float:left;width:100px"><input type="checkbox" data-tick>
  <a data-open href="/?asset=a${index}">t${index}</a></div>`;

const MEDIA = `<input id="media-search"><div data-screen>
  <div data-bar><span data-count></span><label data-all><input type="checkbox" value="70">All</label>
  <button data-clear>Clear</button></div><dialog open><button>In</button></dialog>
  <div data-tiles style="width:330px">${[0, 1, 2, 3, 4, 5, 6].map(tile).join("")}</div></div>
  <form method="post" data-guard action="/save"><input id="name" name="name">
  <button data-save>Save</button></form><p data-count="name"><span></span></p>
  <script src="/admin.js" defer></script><script src="/admin_media.js" defer></script>`;

browserTest("keys move over pictures and select them, and Ctrl+S saves once", async (context) => {
  const { page, errors } = context;
  const posts = await openMarkup(page, MEDIA);
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
  const left = await page.locator("a[data-open]").nth(3).evaluate((tile) =>
    ["altKey", "ctrlKey"].map((held) =>
      tile.dispatchEvent(
        new KeyboardEvent("keydown", {
          key: "ArrowLeft",
          [held]: true,
          bubbles: true,
          cancelable: true,
        }),
      )
    )
  );
  assert.deepEqual(left, [true, true], "they are the browser’s");
  await page.keyboard.press("Control+a");
  assert.equal(await counted(), "7 selected");
  await page.getByText("In", { exact: true }).press("Escape");
  assert.equal(await counted(), "7 selected", "Escape closes the dialog");
  await page.locator("a[data-open]").first().press("Escape");
  assert.equal(await counted(), "0 selected");
  const all = page.getByLabel("All");
  const box = page.locator("[data-tick]").first();
  await all.check();
  assert.equal(await counted(), "All 70 selected");
  await box.check();
  await box.uncheck();
  assert.deepEqual([await counted(), await all.isChecked()], ["0 selected", false]);
  await all.check();
  await page.locator("a[data-open]").first().press("Escape");
  assert.deepEqual([await counted(), await all.isChecked()], ["0 selected", false]);
  // The browser restores ticks on Back.
  await box.evaluate((it: HTMLInputElement) => {
    it.checked = true;
    dispatchEvent(new PageTransitionEvent("pageshow"));
  });
  assert.equal(await counted(), "1 selected");
  await page.keyboard.press("/");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "media-search");
  await page.fill("#name", "abc");
  // A browser takes a screenshot with one, and a keyboard types a letter with the other.
  for (const keys of ["Control+Shift+S", "Control+Alt+S"]) await page.keyboard.press(keys);
  assert.equal(await page.locator('[data-count="name"] span').textContent(), "3");
  await page.keyboard.press("Control+s");
  await page.waitForURL("**/save");
  assert.deepEqual([posts, errors], [["/save name=abc"], []]);
});

const ADMIN = `<details class="admin-menu"><summary>Menu</summary><a href="#here">Link</a></details>
  <input id="admin-search" value="old"><p id="shortcuts" popover>Keys</p><main>
  <form method="post" data-guard action="/one"><input name="one" aria-label="One"></form>
  <form method="post" data-guard action="/two"><button>Two</button></form>
  <button data-tick-all hidden>All</button><p>Selected<b data-ticked></b>:</p><form id="bulk"></form>
  <input type="checkbox" form="bulk"><input type="checkbox" form="bulk">
  <button data-copy="text" hidden>Copy</button></main><script src="/admin.js" defer></script>`;

browserTest(
  "keys, ticks, copies and forms of an admin page act on what they are meant for (§4.9)",
  async ({ page, errors }) => {
    await page.addInitScript(() => {
      const clipboard = { writeText: () => Promise.reject(new Error("denied")) };
      Object.defineProperty(navigator, "clipboard", { value: clipboard });
    });
    const posts = await openMarkup(page, ADMIN);
    const [menu, search] = [page.locator(".admin-menu"), page.locator("#admin-search")];
    await page.getByText("Menu").click();
    await search.press("Escape");
    assert.equal(await menu.getAttribute("open"), "", "Escape was meant for the search");
    await page.getByText("Link").press("Escape");
    assert.equal(await menu.getAttribute("open"), null);
    assert.equal(await page.locator("summary:focus").count(), 1);
    for (const keys of ["Control+/", "/"]) {
      await page.keyboard.press(keys);
      assert.equal(await page.locator("#admin-search:focus").count(), keys === "/" ? 1 : 0, keys);
    }
    await page.keyboard.type("/?");
    assert.equal(await search.inputValue(), "/?", "what was there is replaced");
    assert.equal(await page.locator("#shortcuts").isVisible(), false);

    const ticks = () =>
      page.locator("input[form=bulk]").evaluateAll((boxes: HTMLInputElement[]) =>
        boxes.map(({ checked }) => checked)
      );
    await page.locator("input[form=bulk]").first().check();
    await page.getByText("Selected (1):").waitFor();
    for (const all of [true, false]) {
      await page.getByRole("button", { name: "All" }).click();
      assert.deepEqual(await ticks(), [all, all]);
      await page.getByText(all ? "Selected (2):" : "Selected:").waitFor();
    }
    await page.getByRole("button", { name: "Copy" }).click();
    await page.getByRole("button", { name: "Not copied" }).waitFor();

    await page.getByLabel("One").fill("Changed");
    for (const accepts of [false, true]) {
      page.once("dialog", (dialog) => accepts ? dialog.accept() : dialog.dismiss());
      await page.getByRole("button", { name: "Two" }).click();
      if (accepts) await page.waitForURL("**/two");
      assert.equal(posts.length, accepts ? 1 : 0);
    }
    assert.deepEqual(errors, []);
  },
);

const AWAITED = `<input id="admin-search"><p id="shortcuts"></p><p>Making it.
  <span data-awaited-note hidden>It appears here.</span></p>
  <a href="/wait" data-awaited>Look again</a><script src="/admin.js" defer></script>`;

browserTest(
  "a page that waits for what is being made shows it by itself, and keeps the link when it cannot (§4.9)",
  async ({ page, errors }) => {
    const link = page.getByRole("link", { name: "Look again" });
    let asked = 0;
    let isMade = true;
    const answer = (body: string) => ({ contentType: "text/html", body });
    await openMarkup(page, "");
    await page.route("**/report", (route) => route.fulfill(answer(asked > 2 ? "Made" : AWAITED)));
    await page.route("**/wait", async (route) => {
      asked++;
      await page.getByText("It appears here.").waitFor();
      assert.equal(await link.isVisible(), false);
      if (!isMade || asked === 1) return await route.abort();
      await route.fulfill(answer(asked === 2 ? AWAITED : "Made"));
    });
    await page.goto(`${ORIGIN}/report`);
    await page.getByText("Made", { exact: true }).waitFor();
    assert.equal(asked, 3, "once after a failure, and once after it was not made yet");

    [asked, isMade] = [-9, false];
    await page.goto(`${ORIGIN}/report`);
    await link.waitFor();
    assert.equal(await page.getByText("It appears here.").isVisible(), false);
    assert.deepEqual(errors.filter((error) => !error.includes("ERR_FAILED")), []);
  },
);

const offer = (main: string) =>
  `<input id="admin-search"><p id="shortcuts"></p><main ${main}>
  <form method="post" data-unanswered hidden><p>No answer</p><button>Send it again</button>
  <button type="button" data-drop>Drop it</button></form>
  <form id="record" method="post" action="/save" data-guard><input name="version" value="7" type="hidden">
  <textarea name="text" aria-label="Text"></textarea><input name="tick" type="checkbox" value="a" checked>
  <button name="intent" value="add">Add</button></form></main><script src="/admin.js" defer></script>`;

browserTest(
  "a record's form that got no answer is offered again on the next page of the tab, until one answers it (§4.9)",
  async ({ page, errors }) => {
    const posts = await openMarkup(page, offer(""), {
      "/other": offer(""),
      "/save": offer("data-answer"),
    });
    const offered = page.getByText("No answer");
    const send = async () => {
      await page.getByLabel("Text").fill("Typed & kept\nfor long");
      await page.getByRole("button", { name: "Add" }).click();
    };
    assert.equal(await offered.isVisible(), false);
    // A perimeter answers an expired sign-in with a page of its own, from which people come back by a link.
    let isSignedIn = false;
    await page.route(
      "**/save",
      (route) =>
        isSignedIn
          ? route.fallback()
          : route.fulfill({ contentType: "text/html", body: "<h1>Sign in" }),
    );
    await send();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    for (const path of ["/", "/other"]) {
      await page.goto(`${ORIGIN}${path}`);
      await offered.waitFor();
    }
    isSignedIn = true;
    await page.getByRole("button", { name: "Send it again" }).click();
    await page.waitForURL("**/save");
    const body = "version=7&text=Typed+%26+kept%0D%0Afor+long&tick=a&intent=add";
    assert.deepEqual(posts, [`/save ${body}`]);
    assert.equal(await offered.isVisible(), false);
    await page.goto(`${ORIGIN}/other`);
    assert.equal(await offered.isVisible(), false, "it was answered");

    isSignedIn = false;
    await send();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await page.goto(ORIGIN);
    await page.getByRole("button", { name: "Drop it" }).click();
    await page.goto(`${ORIGIN}/other`);
    assert.equal(await offered.isVisible(), false, "it was dropped");
    assert.deepEqual(errors, []);
  },
);

const UPLOAD =
  `<form data-upload="/up" data-max-bytes="100" data-video="V" data-too-large="Too large">
  <div data-zone></div><div data-plain></div><p data-drop-hint hidden></p>
  <input type="file" multiple></form><input type="file" id="still"><div data-progress hidden><p data-summary></p>
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
    const posts = await openMarkup(page, UPLOAD, {
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

browserTest(
  "files wait for their turn, can be cancelled without losing the focus, and end each in its own way (§4.8)",
  async ({ page, errors }) => {
    await openMarkup(page, UPLOAD);
    const released = Promise.withResolvers<void>();
    const sent: string[] = [];
    const stored = { id: "n", outcome: "stored", alt: "", href: "/h", thumbnail: "" };
    const again = { ...stored, outcome: "duplicate", filename: "wall.png" };
    const tooMany = { error: { message: "Too many at once.", retryable: true } };
    const answers = new Map<string, { status: number; body: string }>([
      ["f1", { status: 200, body: JSON.stringify(again) }],
      ["f2", { status: 429, body: JSON.stringify(tooMany) }],
      ["f3", { status: 413, body: "<h1>Request Entity Too Large" }],
    ]);
    await page.route("**/up?*", async (route) => {
      const name = new URL(route.request().url()).searchParams.get("name") ?? "";
      sent.push(name);
      await released.promise;
      const answer = answers.get(name);
      answers.delete(name);
      await route.fulfill(answer ?? { status: 201, body: JSON.stringify(stored) }).catch(() => {});
    });
    const files = Array.from({ length: 6 }, (_, at) => ({
      name: `f${at}`,
      mimeType: "image/png",
      buffer: Buffer.alloc(10),
    }));
    const input = page.locator("[data-upload] input");
    const row = (at: number) => page.locator("li").nth(at);
    const asks = () =>
      page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })));
    assert.equal(await asks(), false);
    await input.setInputFiles(files);
    await until("three requests", () => sent.length === 3);
    assert.equal(await asks(), true, "files would be lost");
    const busy = () => page.locator("[data-summary]").getAttribute("aria-busy");
    assert.equal(await busy(), "true", "not every file is announced");
    assert.equal(await input.inputValue(), "", "the same file can be chosen again");
    for (const at of [4, 0]) {
      await page.getByRole("button", { name: `Cancel: f${at}` }).press("Enter");
      await row(at).getByText("Cancelled.").waitFor();
      assert.equal(await page.evaluate(() => document.activeElement?.textContent), `f${at}`);
    }
    await until("the turn of the next", () => sent.length === 4);
    released.resolve();
    await page.getByText(
      "6 of 6 done, 1 added, 1 already there, 1 not added, 1 failed, 2 cancelled.",
    ).waitFor();
    assert.deepEqual(sent, ["f0", "f1", "f2", "f3", "f5"]);
    assert.equal(await row(1).getByText("It is in the library as wall.png.").isVisible(), true);
    assert.equal(await row(1).locator("form").isVisible(), false);
    assert.equal(await row(2).getByText("Too many at once.").isVisible(), true);
    assert.equal(await row(3).getByText("It was refused.").isVisible(), true);
    assert.equal(await page.getByRole("button", { name: "Retry: f3" }).count(), 0);
    await page.getByRole("button", { name: "Retry: f2" }).press("Enter");
    await page.getByText("6 of 6 done, 2 added").waitFor();
    assert.deepEqual([await asks(), await busy()], [false, "false"]);

    const field = row(5).locator("input");
    for (
      const [answer, says] of [
        [null, "could not be saved"],
        ['{"saved":0}', "the picture is gone"],
        ['{"saved":1}', "Alt text saved."],
      ] as const
    ) {
      await page.route(
        "**/describe",
        (route) => answer === null ? route.abort() : route.fulfill({ body: answer }),
      );
      await field.fill(`A wall ${answer}`);
      await field.press("Enter");
      await row(5).getByRole("status").filter({ hasText: says }).waitFor();
    }
    const fails = /status of|ERR_FAILED/;
    assert.deepEqual(errors.filter((error) => !fails.test(error)), []);
  },
);

browserTest(
  "a drop is ours unless on another field, and a dropped folder is refused by name",
  async ({ page, errors }) => {
    const posts = await openMarkup(page, UPLOAD);
    const drag = (type: string, to: string) =>
      page.locator(to).evaluate((element, type) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([], "a.png"));
        return element.dispatchEvent(
          new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }),
        );
      }, type);
    for (const type of ["dragover", "drop"]) assert.equal(await drag(type, "#still"), true, type);
    assert.equal(await drag("dragover", "form input"), false);
    assert.equal(await page.locator("[data-zone][data-over]").count(), 1);
    await drag("dragleave", "form input");
    assert.equal(await page.locator("[data-zone][data-over]").count(), 0);
    const drop = await page.context().newCDPSession(page);
    const data = { items: [], files: [import.meta.dirname ?? ""], dragOperationsMask: 1 };
    for (const type of ["dragEnter", "dragOver", "drop"] as const) {
      await drop.send("Input.dispatchDragEvent", { type, x: 20, y: 20, data });
    }
    await page.getByText("1 of 1 done, 1 not added.").waitFor();
    await page.getByText("This is a folder. Add the pictures in it.").waitFor();
    assert.deepEqual([posts, errors], [[], []]);
  },
);
