/** Actions of a user before a script has arrived, or before its answer has, without a server (design §10: nothing is lost). */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { browserTest } from "../helpers/browser.ts";
import { openMarkup, ORIGIN } from "../helpers/scripts_page.ts";
import { until } from "../helpers/until.ts";

/** The parts of every admin page that `admin.js` takes for granted. */
const SHELL = `<input id="admin-search"><p id="shortcuts" popover>Keys</p>`;

/** Lets a script of the page arrive. */
const arrive = (page: Page, name: string) => page.addScriptTag({ url: `/${name}.js` });

browserTest(
  "what was typed before the script arrived is asked about before it is lost (§4.9)",
  async ({ page, errors }) => {
    const record =
      `${SHELL}<form method="post" data-guard><input name="name" value="Old" aria-label="Name">
      <select name="kind" aria-label="Kind"><option>a<option selected>b</select>
      <input type="checkbox" name="on" checked aria-label="On"><textarea name="text" aria-label="Text">
Two\nlines</textarea></form>`;
    let asked = 0;
    page.on("dialog", async (dialog) => {
      if (dialog.type() === "beforeunload") asked++;
      await dialog.accept();
    });
    const changes: readonly (readonly [label: string, act: () => Promise<unknown>])[] = [
      ["nothing", () => Promise.resolve()],
      ["Name", () => page.getByLabel("Name").fill("New")],
      ["Kind", () => page.getByLabel("Kind").selectOption("a")],
      ["On", () => page.getByLabel("On").click()],
      ["Text", () => page.getByLabel("Text").fill("One line")],
    ];
    for (const [label, act] of changes) {
      asked = 0;
      await openMarkup(page, record);
      // Browsers ask only on a page that was used.
      await page.getByLabel("Name").click();
      await act();
      await arrive(page, "admin");
      await page.goto(`${ORIGIN}/other`);
      assert.equal(asked, label === "nothing" ? 0 : 1, label);
    }
    assert.deepEqual(errors, []);
  },
);

browserTest(
  "a script that arrives late moves no focus away from what is being typed (§4.9)",
  async ({ page, errors }) => {
    const refused =
      `${SHELL}<div id="errors" data-error-summary tabindex="-1">Nothing was saved</div><main>
      <form method="post" data-guard data-unsaved><input name="name" aria-label="Name"></form></main>`;
    for (const [before, after] of [["Name", "name"], [null, "errors"]] as const) {
      await openMarkup(page, refused);
      if (before) await page.getByLabel(before).pressSequentially("New");
      await arrive(page, "admin");
      const { id, name } = await page.evaluate(() => {
        const focused = document.activeElement;
        return { id: focused?.id, name: focused?.getAttribute("name") };
      });
      assert.equal(name ?? id, after);
    }
    assert.deepEqual(errors, []);
  },
);

browserTest(
  "files that were chosen before the script arrived are sent (§4.8)",
  async ({ page, errors }) => {
    const posts = await openMarkup(
      page,
      `<form data-upload="/up" data-max-bytes="100"><div data-zone></div><div data-plain><button>Upload</button></div>
      <p data-drop-hint hidden></p><input type="file" multiple></form>
      <div data-progress hidden><p data-summary></p><ul data-rows></ul><template data-row><li>
      <span data-thumbnail></span><span data-name tabindex="-1"></span><progress data-bar></progress>
      <p data-message hidden></p><button data-cancel>Cancel</button><button data-retry hidden>Retry</button>
      </li></template></div>`,
      { "/up": JSON.stringify({ id: "n", outcome: "stored", filename: "a.png", alt: "A wall" }) },
    );
    const file = { name: "a.png", mimeType: "image/png", buffer: Buffer.alloc(10) };
    await page.locator("input[type=file]").setInputFiles([file]);
    await arrive(page, "admin_upload");
    await page.getByText("1 of 1 done, 1 added.").waitFor();
    assert.equal(posts.length, 1);
    assert.deepEqual(errors, []);
  },
);

browserTest(
  "the simulator shows the questions of a track that was chosen before the script arrived (§4.1)",
  async ({ page, errors }) => {
    const simulated = (track: string) =>
      `<title>Simulator</title><form class="sim-answers" method="get"><div class="sim-questions">
      <fieldset><select name="track" aria-label="Track">${
        ["home", "work"].map((each) => `<option${each === track ? " selected" : ""}>${each}`).join(
          "",
        )
      }</select></fieldset><fieldset><select name="answer" aria-label="Question for ${track}">
      <option>1<option>2</select></fieldset></div><div class="sim-submit"><button>Simulate</button></div></form>
      <div id="main"><header></header></div><p id="simulated"></p><div id="found">Found</div>`;
    await openMarkup(page, simulated("home"));
    let asked = 0;
    await page.route("**/?*", async (route) => {
      asked++;
      const track = new URL(route.request().url()).searchParams.get("track") ?? "";
      await route.fulfill({ contentType: "text/html", body: `<!doctype html>${simulated(track)}` });
    });
    await page.getByLabel("Track").selectOption("work");
    await arrive(page, "admin_simulator");
    await page.getByLabel("Question for work").waitFor();
    assert.equal(new URL(page.url()).search, "?track=work&answer=1");
    assert.equal(asked, 1);

    await openMarkup(page, simulated("home"));
    await arrive(page, "admin_simulator");
    await page.getByLabel("Question for home").selectOption("2");
    await page.waitForURL("**/?track=home&answer=2");
    assert.equal(asked, 1, "an unchanged form asks nothing");
    assert.deepEqual(errors, []);
  },
);

browserTest(
  "a key of the tag review that follows too fast decides nothing (§2.12)",
  async ({ page, errors }) => {
    const posts = await openMarkup(
      page,
      `${SHELL}<div data-flash><form method="post" action="/undo"><button>Undo</button></form></div>
      <form method="post" action="/decide"><button data-key="a" name="is" value="accept">Accept</button></form>
      <a data-key="n" href="/next">Next</a>
      <script src="/admin.js" defer></script><script src="/admin_media_review.js" defer></script>`,
    );
    const held = Promise.withResolvers<void>();
    await page.route("**/decide", async (route) => {
      await held.promise;
      await route.fallback();
    });
    const decided = page.waitForRequest("**/decide");
    await page.keyboard.press("a");
    await decided;
    for (const key of ["u", "n", "a"]) await page.keyboard.press(key);
    held.resolve();
    await page.waitForURL("**/decide");
    assert.deepEqual([posts, errors], [["/decide is=accept"], []]);
  },
);

const link = '<a href="/elsewhere">Elsewhere</a>';

/** Pages with a control that makes a script fetch from `/fetched`. Should the script fail, it loads a page itself. */
const FETCHING:
  readonly (readonly [script: string, body: string, act: (page: Page) => Promise<unknown>])[] = [
    [
      "tray",
      '<main><a data-toggle="a" href="/fetched">Compare</a></main><div data-tray></div>',
      (page) => page.getByText("Compare").click(),
    ],
    [
      "admin_simulator",
      `<form class="sim-answers" method="get" action="/fetched"><select name="answer"><option>1<option>2</select></form>
    <div id="found">Found</div>`,
      (page) => page.locator("select").selectOption("2"),
    ],
    [
      "chat",
      '<form data-chat action="/fetched"><button>Ask</button></form>',
      (page) => page.getByRole("button", { name: "Ask" }).click(),
    ],
    [
      "admin_media",
      `<title>T</title><div data-screen><div data-tiles><div data-asset="a"><input type="checkbox" data-tick>
    <a data-open href="/fetched">Picture</a></div></div></div>`,
      (page) => page.getByText("Picture").click(),
    ],
  ];

browserTest(
  "a link is followed although it ends what a script was fetching, as it does in Firefox and Safari",
  async ({ page, errors }) => {
    await page.setViewportSize({ width: 1400, height: 800 });
    for (const [script, body, act] of FETCHING) {
      await openMarkup(page, `${body}${link}`, { "/elsewhere": `<h1>Elsewhere</h1>` });
      await arrive(page, script);
      const [left, arrives] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      await page.route(/fetched|answer=/, async (route) => {
        if (route.request().resourceType() !== "fetch") return await route.fallback();
        await left.promise;
        await route.abort("aborted");
      });
      await page.route("**/elsewhere", async (route) => {
        await arrives.promise;
        await route.fallback();
      });
      const fetched = page.waitForRequest(/fetched|answer=/);
      await act(page);
      await fetched;
      const followed = page.waitForRequest("**/elsewhere");
      await page.getByText("Elsewhere").click({ noWaitAfter: true });
      await followed;
      const failed = page.waitForEvent("requestfailed");
      left.resolve();
      await failed;
      arrives.resolve();
      await page.getByRole("heading", { name: "Elsewhere" }).waitFor();
      assert.equal(page.url(), `${ORIGIN}/elsewhere`, script);
      await page.unrouteAll({ behavior: "ignoreErrors" });
    }
    assert.deepEqual(errors.filter((each) => !each.includes("ERR_")), []);
  },
);

const OFFLINE = `<p data-offline-note hidden>You are offline</p><a href="/next">Next</a>
  <script src="/offline.js" defer></script>`;

/** Lets the test say whether the browser takes itself for online. */
async function sayOnLine(
  page: Page,
): Promise<(onLine: boolean, event: Event["type"]) => Promise<void>> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "onLine", {
      get: () => document.body.dataset.offline === undefined,
    });
  });
  return (onLine, type) =>
    page.evaluate(([onLine, type]) => {
      document.body.toggleAttribute("data-offline", !onLine);
      dispatchEvent(
        type === "pageshow" ? new PageTransitionEvent(type, { persisted: true }) : new Event(type),
      );
    }, [onLine, type] as const);
}

browserTest(
  "a network that comes back while the page still asks about it lets every link be followed",
  async ({ page, errors }) => {
    const say = await sayOnLine(page);
    await openMarkup(page, OFFLINE);
    const late = Promise.withResolvers<void>();
    await page.route("**/health", async (route) => {
      await late.promise;
      await route.abort();
    });
    const asked = page.waitForRequest("**/health");
    await say(false, "offline");
    await asked;
    await say(true, "online");
    const failed = page.waitForEvent("requestfailed");
    late.resolve();
    await failed;
    await page.getByText("Next").click();
    await page.waitForURL("**/next");
    assert.deepEqual(errors.filter((each) => !each.includes("ERR_FAILED")), []);
  },
);

browserTest(
  "a page that was set aside without a network, and is shown again with one, can be left",
  async ({ page }) => {
    const say = await sayOnLine(page);
    await openMarkup(page, OFFLINE);
    await page.route("**/health", (route) => route.abort());
    await say(false, "offline");
    await until("the note", async () => {
      await page.getByText("Next").click();
      return await page.getByText("You are offline").isVisible();
    });
    await say(true, "pageshow");
    await page.getByText("You are offline").waitFor({ state: "hidden" });
    await page.getByText("Next").click();
    await page.waitForURL("**/next");
  },
);
