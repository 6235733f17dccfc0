/** The wizard in a browser: by keyboard, with invalid input, and with its script late, failing or disabled. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { browserTest } from "../helpers/browser.ts";
import { questionsOf } from "../helpers/demo_answers.ts";
import { focused, focusOn, islandsReady, nextFrame } from "../helpers/page.ts";
import { declareSite } from "../helpers/site.ts";

const TRACK = "home";
const WIZARD_BUNDLE = /\/_fresh\/js\/.*\bSelectionWizard\b[^/]*\.js/;

const site = declareSite();
const [first, second, third] = questionsOf(TRACK);
const several = questionsOf(TRACK).find(({ multiple }) => multiple);
assert.ok(first && second && third && several);

const button = (page: Page, name: string) => page.getByRole("button", { name });
const status = (page: Page) => page.locator("main [role=status]");

/** Waits until the page shows the step with this heading. */
function at(page: Page, heading: string): Promise<void> {
  return page.getByRole("heading", { level: 1, name: heading, exact: true }).waitFor();
}

async function open(page: Page, query: string): Promise<void> {
  await page.goto(`${await site()}/select?track=${TRACK}${query}`);
}

browserTest("Tab moves through the header, the question and the list of questions", async (t) => {
  await open(t.page, `&step=${first.id}`);
  await islandsReady(t.page);
  const stops: string[] = [];
  for (let stop = 0; stop < 11; stop++) {
    await t.page.keyboard.press("Tab");
    stops.push(await focused(t.page));
  }
  assert.deepEqual(stops.map((stop) => stop.split("…")[0]), [
    "Skip to content",
    "Movable WallsGuided selection",
    "Find your system",
    "All systems",
    "Compare",
    "Projects",
    "Back",
    first.options[0]?.label,
    "Continue",
    "Not sure, skip",
    first.name,
  ]);
});

browserTest("the skip link jumps past the header and changes no answer", async ({ page }) => {
  await open(page, `&step=${first.id}`);
  await islandsReady(page);
  const choice = page.getByLabel(first.options[0]?.label ?? "", { exact: true });
  await choice.check();
  await page.getByRole("link", { name: "Skip to content" }).focus();
  await page.keyboard.press("Enter");
  await nextFrame(page);
  await page.locator("#main:focus").waitFor();
  assert.equal(await choice.isChecked(), true);
  await page.keyboard.press("Tab");
  assert.equal(await focused(page), "Back");
});

browserTest("a step moves the focus to its heading and updates the title", async ({ page }) => {
  await open(page, `&step=${first.id}`);
  await islandsReady(page);
  await page.getByLabel(first.options[0]?.label ?? "").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await at(page, second.question);
  await focusOn(page, second.question);
  assert.equal(await page.title(), `${second.question} · Movable Walls`);
  await page.getByRole("link", { name: "Back", exact: true }).click();
  await at(page, first.question);
  await focusOn(page, first.question);
  assert.equal(await page.locator("input:checked").inputValue(), first.options[1]?.id);
});

browserTest("a double click answers one question, whatever is below it next", async ({ page }) => {
  await open(page, `&step=${first.id}`);
  await islandsReady(page);
  // In one turn of the page, so that a slow machine does not put more time between the clicks.
  const asked = await page.evaluate(async () => {
    const heading = () => document.querySelector("h1")?.textContent;
    const click = (selector: string, detail: number) =>
      document.querySelector(selector)?.dispatchEvent(
        new MouseEvent("click", { bubbles: true, cancelable: true, detail }),
      );
    const before = heading();
    click("button[value=skip]", 1);
    for (let turn = 0; turn < 1_000 && heading() === before; turn++) await Promise.resolve();
    click("button[value=skip]", 2);
    click("main fieldset label", 2);
    click("nav[aria-label=Questions] a", 2);
    return heading();
  });
  assert.equal(asked, second.question);
  assert.equal(await page.locator("h1").textContent(), second.question);
  assert.equal(await page.locator("input:checked").count(), 0);
  await page.locator("main fieldset label").first().click();
  assert.equal(await page.locator("input:checked").count(), 1);
});

browserTest("Space ticks several checkboxes of one question", async ({ page }) => {
  await open(page, `&step=${several.id}`);
  await islandsReady(page);
  const [one, , three] = several.options;
  await page.getByLabel(one?.label ?? "", { exact: true }).focus();
  for (const key of ["Space", "Tab", "Tab", "Space", "Enter"]) await page.keyboard.press(key);
  await page.waitForURL((url) => url.searchParams.get("step") !== several.id);
  assert.equal(new URL(page.url()).searchParams.get("options"), `${one?.id},${three?.id}`);
});

browserTest(
  "the count of systems is a live region that answers update in place",
  async ({ page }) => {
    await open(page, `&step=${first.id}`);
    await islandsReady(page);
    const region = await status(page).elementHandle();
    const before = await region?.textContent();
    assert.match(before ?? "", /^\d+ of \d+ systems still in play$/);
    const counts = new Set<string>();
    for (const { label } of first.options) {
      await page.getByLabel(label, { exact: true }).check();
      await nextFrame(page);
      counts.add(await region?.textContent() ?? "");
    }
    assert.ok([...counts].some((count) => count !== before), "no answer changes the count");
    assert.equal(await region?.evaluate((element) => element.isConnected), true);
  },
);

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? "with" : "without";
  const options = { javaScriptEnabled };

  browserTest(
    `Continue without an answer shows an error and moves the focus to it, ${how} JavaScript`,
    async (t) => {
      const { page } = t;
      for (const [query, question] of [["", first], [`&step=${several.id}`, several]] as const) {
        await open(page, query);
        if (javaScriptEnabled) await islandsReady(page);
        await button(page, "Continue").click();
        const alert = page.getByRole("alert");
        await alert.filter({ hasText: "There is a problem" }).waitFor();
        await focusOn(page, "There is a problem");
        assert.match(await page.title(), /^Error: /);
        const group = page.getByRole("group", { name: question.question });
        const described = await group.getAttribute("aria-describedby") ?? "";
        assert.match(described, /\bquestion-error\b/);
        await alert.getByRole("link").click();
        await focusOn(page, question.options[0]?.label ?? "no option");
        await page.keyboard.press("Space");
        if (javaScriptEnabled) await alert.first().waitFor({ state: "detached" });
        await button(page, "Continue").click();
        await page.waitForURL(new RegExp(`options=${question.options[0]?.id}\\b`));
        await alert.waitFor({ state: "detached" });
      }
      assert.deepEqual(t.errors, []);
    },
    options,
  );

  browserTest(
    `a track must be chosen or skipped, ${how} JavaScript`,
    async ({ page, errors }) => {
      await page.goto(`${await site()}/select`);
      await button(page, "Continue").click();
      await page.getByRole("alert").waitFor();
      await focusOn(page, "There is a problem");
      await button(page, "skip").click();
      await page.getByText("Question 1 of").waitFor();
      assert.equal(new URL(page.url()).searchParams.get("track"), null);
      assert.deepEqual(errors, []);
    },
    options,
  );

  browserTest(
    `a skipped question stays open and can be answered later, ${how} JavaScript`,
    async (t) => {
      const { page } = t;
      await open(page, `&step=${first.id}`);
      if (javaScriptEnabled) await islandsReady(page);
      await page.getByLabel(first.options[0]?.label ?? "", { exact: true }).check();
      await button(page, "Continue").click();
      await at(page, second.question);
      await button(page, "skip").click();
      await at(page, third.question);
      await open(
        page,
        `${
          new URL(page.url()).search.replace(/^\?track=\w+/, "").replace(/step=.*/, "step=check")
        }`,
      );
      await page.getByText("Not answered").first().waitFor();
      await page.getByRole("link", { name: `Answer ${second.name.toLowerCase()}` }).click();
      await at(page, second.question);
      assert.deepEqual(t.errors, []);
    },
    options,
  );
}

const ADDRESSES: [what: string, query: string, heading: string, says: RegExp][] = [
  [
    "an unknown option",
    `&options=${first.options[0]?.id},zebra`,
    second.question,
    /One answer in the/,
  ],
  ["an unknown step", `&options=${first.options[0]?.id}&step=zebra`, second.question, /Question 2/],
  ["another track's option", "&options=sound-private", first.question, /Not asked for this kind/],
  ["markup", "&options=%3Cscript%3E&step=check", "Check your answers", /Nothing is answered/],
];
browserTest(
  "an address with unknown options, steps or tracks shows the nearest valid step",
  async (t) => {
    const { page } = t;
    for (const [what, query, heading, says] of ADDRESSES) {
      await open(page, query);
      await islandsReady(page);
      assert.equal(await page.locator("h1").textContent(), heading, what);
      assert.match(await page.locator("main").innerText(), says, what);
    }
    await open(page, "&options=zebra");
    await islandsReady(page);
    const notice = page.getByText("in the address is no longer offered");
    await notice.waitFor();
    await button(page, "skip").click();
    await at(page, second.question);
    assert.equal(await notice.count(), 0, "it was about the address that was opened");
    await page.getByLabel(second.options[0]?.label ?? "", { exact: true }).check();
    await page.reload();
    await islandsReady(page);
    await page.locator(`input[value="${second.options[0]?.id}"]:checked`).waitFor();
    await page.goto(`${await site()}/select?track=zebra&step=`);
    await at(page, "What kind of project is it?");
    assert.deepEqual(t.errors, []);
  },
);

browserTest(
  "an answer chosen before the script loads is kept and counted",
  async ({ page, errors }) => {
    const arrived = Promise.withResolvers<void>();
    await page.route(WIZARD_BUNDLE, async (route) => {
      await arrived.promise;
      await route.continue();
    });
    await page.goto(`${await site()}/select?track=${TRACK}`, { waitUntil: "commit" });
    const choice = page.getByLabel(first.options[0]?.label ?? "", { exact: true });
    await choice.check();
    const before = await status(page).textContent() ?? "";
    arrived.resolve();
    await status(page).filter({ hasNotText: before }).waitFor();
    assert.equal(await choice.isChecked(), true);
    assert.deepEqual(errors, []);
  },
);

browserTest("navigation before the script loads shows the step of the address", async (t) => {
  const { page } = t;
  await page.goto(await site());
  await open(page, `&step=${first.id}`);
  await islandsReady(page);
  await page.getByLabel(first.options[0]?.label ?? "", { exact: true }).check();
  await button(page, "Continue").click();
  await at(page, second.question);
  await page.goBack();
  await page.goBack();

  const arrived = Promise.withResolvers<void>();
  await page.route(WIZARD_BUNDLE, async (route) => {
    await arrived.promise;
    await route.continue();
  });
  await page.goForward({ waitUntil: "commit" });
  await at(page, first.question);
  await page.goForward({ waitUntil: "commit" });
  arrived.resolve();
  await at(page, second.question);
  await page.goBack();
  await at(page, first.question);
  await page.locator(`input[value="${first.options[0]?.id}"]:checked`).waitFor();
  assert.deepEqual(t.errors, []);
});

browserTest("the form works when its script fails to load", async ({ page }) => {
  await page.route(WIZARD_BUNDLE, (route) => route.abort());
  await open(page, `&step=${first.id}`);
  await page.getByLabel(first.options[0]?.label ?? "", { exact: true }).check();
  await button(page, "Continue").click();
  await at(page, second.question);
  await button(page, "skip").click();
  await at(page, third.question);
});

/** Holds back the scripts that the page asks for from now on, until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/_fresh/js/**", async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

browserTest(
  "the check of all answers shows when its script comes late or not at all, unless the buyer has moved on",
  async ({ page, errors }) => {
    await open(page, `&step=${first.id}&return=check`);
    await islandsReady(page);
    const release = await holdScripts(page);
    const asked = page.waitForRequest("**/_fresh/js/**");
    await page.getByLabel(first.options[0]?.label ?? "", { exact: true }).check();
    // The script is asked for while the buyer is still choosing.
    await asked;
    // A buyer who sees no change presses again. One step back must still suffice.
    for (let press = 0; press < 2; press++) {
      await button(page, "Continue").evaluate((it: HTMLButtonElement) =>
        it.form?.requestSubmit(it)
      );
      await page.waitForURL(/step=check/);
    }
    await page.goBack();
    await page.waitForURL((url) => url.searchParams.get("step") === first.id);
    const arrived = page.waitForResponse("**/_fresh/js/**");
    release();
    await (await arrived).finished();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
    assert.equal(await page.locator("h1").textContent(), first.question);
    await page.goForward();
    await at(page, "Check your answers");
    await focusOn(page, "Check your answers");

    await page.unrouteAll();
    await open(page, `&step=${first.id}&return=check`);
    await islandsReady(page);
    await page.route("**/_fresh/js/**", (route) => route.abort());
    await page.getByLabel(first.options[0]?.label ?? "", { exact: true }).check();
    await button(page, "Continue").click();
    await at(page, "Check your answers");
    assert.deepEqual(errors.filter((error) => !error.includes("ERR_FAILED")), []);
  },
);

browserTest(
  "a script that ends with the page puts nothing in the place of the page that the buyer asked for (design §10)",
  async ({ page }) => {
    await open(page, `&step=${first.id}&return=check`);
    await islandsReady(page);
    const loads: string[] = [];
    page.on("request", (request) => {
      if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname);
    });
    const ended = Promise.withResolvers<void>();
    // Other browsers end what is under way when a link is followed; Chromium lets it go on.
    await page.route("**/_fresh/js/**", async (route) => {
      await ended.promise;
      await route.abort("aborted");
    });
    const asked = page.waitForRequest("**/_fresh/js/**");
    await page.getByLabel(first.options[0]?.label ?? "", { exact: true }).check();
    await asked;
    await button(page, "Continue").click();
    await page.waitForURL(/step=check/);
    await page.evaluate(() => void dispatchEvent(new Event("beforeunload", { cancelable: true })));
    const failed = page.waitForEvent("requestfailed");
    ended.resolve();
    await failed;
    await nextFrame(page);
    assert.deepEqual(loads, []);
  },
);

browserTest(
  "what the open questions can change arrives without moving what is beside it (ux: live preview)",
  async ({ page }) => {
    await open(page, `&step=${first.id}`);
    await islandsReady(page);
    const late = Promise.withResolvers<void>();
    await page.route("**/api/recommendation?**", async (route) => {
      await late.promise;
      await route.continue();
    });
    await page.getByLabel(first.options[0]?.label ?? "", { exact: true }).check();
    await button(page, "Continue").click();
    await at(page, second.question);
    const trail = page.getByRole("navigation", { name: "Questions" });
    const before = await trail.boundingBox();
    late.resolve();
    await page.locator(".still-open").waitFor();
    assert.deepEqual(await trail.boundingBox(), before);
  },
);

browserTest(
  "what the open questions can change is that of the latest answers, and links open tabs",
  async ({ page }) => {
    await open(page, `&step=${first.id}`);
    await islandsReady(page);
    const late = Promise.withResolvers<void>();
    let asked = 0;
    await page.route("**/api/recommendation?**", async (route) => {
      if (++asked === 1) await late.promise;
      // The one that was given up has nobody left to answer.
      await route.continue().catch(() => {});
    });
    for (const question of [first, second]) {
      await at(page, question.question);
      await page.getByLabel(question.options[0]?.label ?? "", { exact: true }).check();
      await button(page, "Continue").click();
    }
    await at(page, third.question);
    await page.locator(".still-open").waitFor();
    const says = await page.locator("main").innerText();
    late.resolve();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
    assert.equal(await page.locator("main").innerText(), says);

    const address = page.url();
    const tab = page.context().waitForEvent("page");
    const trail = page.getByRole("navigation", { name: "Questions" }).getByRole("link");
    await trail.first().click({ modifiers: ["ControlOrMeta"] });
    await (await tab).close();
    assert.equal(page.url(), address);
  },
);

browserTest(
  "the buttons of a step are in view from the start on a phone, and cover no focused answer",
  async ({ page }) => {
    const bottomOf = async (name: string, role: "button" | "link") => {
      const box = await page.getByRole(role, { name }).boundingBox();
      return box ? box.y + box.height : Infinity;
    };
    await open(page, `&step=${first.id}&options=${second.options[0]?.id}`);
    const { height } = page.viewportSize() ?? { height: 0 };
    assert.ok(await bottomOf("Continue", "button") <= height);
    for (const answer of await page.locator("input[name=choice]").all()) {
      await answer.focus();
      const [own, bar] = await Promise.all([
        answer.boundingBox(),
        page.locator(".choice-actions").boundingBox(),
      ]);
      assert.ok(own && bar && own.y + own.height <= bar.y);
    }
    await open(page, `&step=check&options=${second.options[0]?.id}`);
    assert.ok(await bottomOf("See my system", "link") <= height);
  },
  { viewport: { width: 360, height: 740 } },
);
