/** The shell of the admin area in a browser: by keyboard, with and without scripts, wide and narrow. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { browserTest } from "../helpers/browser.ts";
import {
  accessibilityFaults,
  faultsAtWidths,
  focused,
  nextFrame,
  rename,
  surplusWidth,
} from "../helpers/page.ts";
import { declareSite } from "../helpers/site.ts";

const { visit } = declareSite({ environment: { ADMIN_DEV_BYPASS: "true" } });

const NARROW = { width: 360, height: 740 };
const WIDE = { width: 1280, height: 800 };
const TIER = "/admin/tiers/select";

/** Presses Tab until the focused element has this name. */
async function tabTo(page: Page, text: string): Promise<void> {
  for (let steps = 0; steps < 60; steps++) {
    await page.keyboard.press("Tab");
    if (await focused(page) === text) return;
  }
  assert.fail(`Tab does not reach "${text}"`);
}

function currentSections(page: Page): Promise<string[]> {
  return page.locator(".admin-link-current").allTextContents();
}

/** Accepts every dialog, and counts those that ask before the page is left. */
function leaveQuestions(page: Page): { count: number } {
  const asked = { count: 0 };
  page.on("dialog", async (dialog) => {
    if (dialog.type() === "beforeunload") asked.count++;
    await dialog.accept();
  });
  return asked;
}

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? "with scripts" : "without scripts";

  browserTest(
    `the skip link and the menu work by keyboard, ${how} (§4.9)`,
    async ({ page, errors }) => {
      await visit(page, "/admin");
      await page.keyboard.press("Tab");
      assert.equal(await page.locator(".skip-link:focus").count(), 1);
      await page.keyboard.press("Enter");
      assert.ok(page.url().endsWith("#main"));
      await visit(page, "/admin");
      await page.locator(".admin-link", { hasText: "Overview" }).focus();
      for (let steps = 0; steps < 3; steps++) await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await page.waitForURL("**/admin/tiers");
      assert.deepEqual(await currentSections(page), ["Budget tiers"]);
      assert.deepEqual(errors, []);
    },
    { javaScriptEnabled, viewport: WIDE },
  );

  browserTest(
    `the menu of a narrow screen opens and its links work, ${how} (§4.9)`,
    async ({ page }) => {
      await visit(page, "/admin");
      const tiers = page.locator(".admin-link", { hasText: "Budget tiers" });
      assert.ok(!await tiers.isVisible());
      await page.locator(".admin-menu > summary").focus();
      await page.keyboard.press("Enter");
      assert.ok(await tiers.isVisible());
      await tiers.click();
      await page.waitForURL("**/admin/tiers");
    },
    { javaScriptEnabled, viewport: NARROW },
  );

  browserTest(`a flash is shown once, not on reload or back, ${how} (§5)`, async ({ page }) => {
    await visit(page, TIER);
    await page.getByLabel("Name").fill(`Select ${how}`);
    await page.getByRole("button", { name: "Save" }).click();
    const flash = page.locator("[data-flash]");
    await flash.waitFor();
    assert.match(await flash.textContent() ?? "", new RegExp(`Select ${how} was saved`));
    await page.reload();
    assert.equal(await flash.count(), 0);
    await page.getByLabel("Name").fill("Select");
    await page.getByRole("button", { name: "Save" }).click();
    await flash.waitFor();
    await page.getByRole("link", { name: "Overview" }).first().click();
    await page.waitForURL("**/admin");
    assert.equal(await flash.count(), 0);
    await page.goBack();
    await page.waitForURL(`**${TIER}`);
    assert.equal(await flash.count(), 0);
  }, { javaScriptEnabled, viewport: WIDE });

  browserTest(`the list of shortcuts opens and closes, ${how} (§4.9)`, async ({ page }) => {
    await visit(page, "/admin");
    const list = page.locator("#shortcuts");
    assert.ok(!await list.isVisible());
    await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
    assert.ok(await list.isVisible());
    await page.keyboard.press("Escape");
    assert.ok(!await list.isVisible());
  }, { javaScriptEnabled, viewport: WIDE });
}

browserTest(
  "/ focuses the search and ? opens the shortcuts, but not while typing (§4.9)",
  async ({ page }) => {
    await visit(page, "/admin/leads");
    const { y = -1 } = await page.locator("#admin-search").boundingBox() ?? {};
    assert.ok(y >= 0 && y < 12, `at the top, although the links are scrolled: ${y} px`);
    await page.keyboard.press("?");
    assert.ok(await page.locator("#shortcuts").isVisible());
    await page.keyboard.press("Escape");
    await page.keyboard.press("/");
    await page.keyboard.type("gl/?");
    assert.equal(await page.locator("#admin-search").inputValue(), "gl/?");
    assert.ok(!await page.locator("#shortcuts").isVisible());
    await page.getByRole("button", { name: "Go" }).click();
    await page.waitForURL("**/admin/search?q=gl%2F%3F");
    await page.getByRole("heading", { name: "No match" }).waitFor();
  },
  { viewport: WIDE },
);

browserTest(
  "shortcuts of a single key can be turned off, on every page of this browser (WCAG 2.1.4)",
  async ({ page, errors }) => {
    await visit(page, "/admin");
    await page.keyboard.press("?");
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.getByRole("checkbox", { name: "Use shortcuts of a single key" }).uncheck();
    await page.keyboard.press("Escape");
    for (const path of ["/admin", "/admin/media"]) {
      await visit(page, path);
      await page.keyboard.press("?");
      await page.keyboard.press("/");
      assert.ok(!await page.locator("#shortcuts").isVisible());
      assert.equal(await page.locator("input[type=search]:focus").count(), 0, path);
    }
    await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
    await page.getByRole("checkbox", { name: "Use shortcuts of a single key" }).check();
    // At 400 % zoom the list scrolls (WCAG 1.4.10).
    await page.setViewportSize({ width: 320, height: 256 });
    const list = await page.locator("#shortcuts").boundingBox();
    assert.ok(list !== null && list.y >= 0 && list.y + list.height <= 256, JSON.stringify(list));
    await page.keyboard.press("Escape");
    await page.keyboard.press("/");
    assert.equal(await page.locator("#media-search:focus").count(), 1);
    assert.deepEqual(errors, []);
  },
  { viewport: WIDE },
);

/** The name of the reader, at the bottom of the column of links. */
const ACCOUNT = ".admin-menu-panel > :last-child";

browserTest(
  "the current link, and the bar of ticked rules, are in view on a low screen (§4.9)",
  async ({ page }) => {
    const { height } = WIDE;
    const bottom = async (selector: string) => {
      const box = await page.locator(selector).boundingBox();
      return box ? box.y + box.height : Infinity;
    };
    await visit(page, "/admin/users");
    assert.ok(await bottom(ACCOUNT) <= height, "who is signed in");
    const account = await page.locator(ACCOUNT).boundingBox();
    assert.ok(await bottom(".admin-link-current") <= (account?.y ?? 0));
    assert.equal(await page.evaluate(() => scrollY), 0);
    await visit(page, "/admin/rules");
    assert.ok(await bottom("#bulk") > height, "the list is longer than the screen");
    await page.locator('[form="bulk"]').first().check();
    assert.ok(await bottom("#bulk") <= height);
    // At 400 % zoom it would cover the focused element (WCAG 2.2, 2.4.11).
    await page.setViewportSize({ width: 320, height: 256 });
    assert.ok(await bottom("#bulk") > 256);
  },
  { viewport: WIDE },
);

browserTest(
  "without scripts, too, the current link is in view on a low screen (§4.9)",
  async ({ page }) => {
    for (const path of ["/admin", "/admin/users"]) {
      await visit(page, path);
      const box = await page.locator(".admin-link-current").boundingBox();
      const account = await page.locator(ACCOUNT).boundingBox();
      assert.ok(box && account && box.y >= 0 && box.y + box.height <= account.y, path);
      assert.equal(await page.evaluate(() => scrollY), 0);
    }
  },
  { viewport: { width: 1280, height: 500 }, javaScriptEnabled: false },
);

browserTest(
  "Tab leads to no field behind the bar of the form (WCAG 2.2, 2.4.11)",
  async ({ page }) => {
    await visit(page, "/admin/corpus/upload");
    await page.locator("#main").focus();
    for (let steps = 0; steps < 28; steps++) {
      await page.keyboard.press("Tab");
      const hidden = await page.evaluate(() => {
        const field = document.activeElement;
        const bar = document.querySelector(".form-bar");
        if (!field || !bar) return "no form";
        if (bar.contains(field)) return null;
        const above = field.getBoundingClientRect().bottom <= bar.getBoundingClientRect().top;
        return above ? null : field.id;
      });
      assert.equal(hidden, null);
    }
  },
  { viewport: NARROW },
);

browserTest(
  "a page that shows a refused deletion does not ask before it is left (§4.9)",
  async ({ page }) => {
    await visit(page, "/admin/tiers/new");
    await page.getByLabel("Name").fill("Spare");
    await page.getByLabel("Description").fill("Nothing stands on it.");
    await page.getByRole("button", { name: "Create budget tier" }).last().click();
    await page.getByText("Spare was created.").waitFor();
    const address = new URL(page.url()).pathname;
    const other = await page.context().newPage();
    await visit(other, address);
    await other.getByLabel("Description").fill("Still nothing stands on it.");
    await other.locator("[data-save]").click();
    await other.getByText("Spare was saved.").waitFor();
    await other.close();

    const asked: string[] = [];
    page.on("dialog", async (dialog) => {
      asked.push(dialog.message());
      await dialog.accept();
    });
    const remove = async () => {
      await page.getByText("Delete this budget tier…").click();
      await page.getByRole("button", { name: "Delete this budget tier", exact: true }).click();
    };
    await remove();
    await page.getByText("Someone changed this after you opened it").waitFor();
    await remove();
    await page.getByText("Spare was deleted.").waitFor();
    assert.deepEqual(asked, []);
  },
  { viewport: WIDE },
);

browserTest(
  "a small button that reloads the page keeps the focus, so that it can be pressed again (§4.9)",
  async ({ page }) => {
    await visit(page, "/admin/tiers");
    await page.getByRole("button", { name: "Move Essential down" }).focus();
    for (const step of ["2", "3"]) {
      await page.keyboard.press("Enter");
      await page.locator(`tbody tr:nth-child(${step})`, { hasText: "Essential" }).waitFor();
      await page.locator('[aria-label="Move Essential down"]:focus').waitFor();
    }
    for (const step of ["2", "1"]) {
      await page.getByRole("button", { name: "Move Essential up" }).click();
      await page.locator(`tbody tr:nth-child(${step})`, { hasText: "Essential" }).waitFor();
    }
  },
  { viewport: WIDE },
);

browserTest(
  "a changed form asks before it is left, an unchanged one does not (§4.9)",
  async ({ page }) => {
    const asked = leaveQuestions(page);
    await visit(page, TIER);
    await page.getByLabel("Description").click();
    await visit(page, "/admin");
    assert.equal(asked.count, 0, "nothing was changed");

    await visit(page, TIER);
    const description = page.getByLabel("Description");
    const before = await description.inputValue();
    await description.fill("Changed");
    await description.fill(before);
    await visit(page, "/admin");
    assert.equal(asked.count, 0, "the change was taken back");

    await visit(page, TIER);
    await description.fill(`${before} More.`);
    await visit(page, "/admin");
    assert.equal(asked.count, 1, "a change would be lost");
  },
  { viewport: WIDE },
);

browserTest(
  "saving asks nothing, and neither does leaving what is saved (§4.9)",
  async ({ page }) => {
    const asked = leaveQuestions(page);
    await visit(page, TIER);
    await page.getByLabel("Description").fill("What most permanent rooms call for.");
    await page.keyboard.press("Control+s");
    await page.locator("[data-flash]").waitFor();
    await visit(page, "/admin");
    assert.equal(asked.count, 0);
  },
  { viewport: WIDE },
);

browserTest(
  "a rejected form focuses its error summary, and asks before it is left (design §10)",
  async ({ page }) => {
    const asked = leaveQuestions(page);
    await visit(page, TIER);
    await page.getByLabel("Name").fill("");
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator("#errors:focus").waitFor();
    assert.match(await focused(page), /Nothing was saved/);
    await tabTo(page, await page.locator("#errors a").first().textContent() ?? "");
    await page.keyboard.press("Enter");
    await page.locator("#name:focus, #label:focus").waitFor();
    assert.equal(asked.count, 0);
    await visit(page, "/admin");
    assert.equal(asked.count, 1);
  },
  { viewport: WIDE },
);

browserTest(
  "a form is sent once, even if it is submitted again while it is sent (§4.9)",
  async ({ page }) => {
    await visit(page, TIER);
    let posts = 0;
    // A 204 keeps the browser on the page, as a slow response would.
    await page.route(`**${TIER}`, async (route) => {
      posts++;
      await route.fulfill({ status: 204 });
    });
    await page.getByRole("button", { name: "Save" }).click();
    const save = page.locator("button[data-save][aria-disabled=true]");
    await save.waitFor();
    // A disabled button would lose the focus, and Firefox would restore it as disabled on Back.
    assert.ok(await save.evaluate((it) => it.matches(":focus:enabled")));
    await page.keyboard.press("Enter");
    await page.keyboard.press("Control+s");
    await page.evaluate(() => document.querySelector<HTMLFormElement>("#record")?.requestSubmit());
    await nextFrame(page);
    assert.equal(posts, 1);
  },
  { viewport: WIDE },
);

browserTest(
  "forced colours show what is current, and what is on (design §10)",
  async ({ page }) => {
    await page.emulateMedia({ forcedColors: "active" });
    await visit(page, "/admin/rules");
    /** Returns the links whose edge differs from that of the last link, which is not current. */
    const marked = (selector: string, side: "borderBottomColor" | "borderLeftColor") =>
      page.locator(selector).evaluateAll((links, side) => {
        const edges = links.map((link) => getComputedStyle(link)[side]);
        return links.filter((_, index) => edges[index] !== edges.at(-1))
          .map((link) => link.hasAttribute("aria-current"));
      }, side);
    assert.deepEqual(await marked(".admin-link", "borderLeftColor"), [true]);
    assert.deepEqual(await marked(".tabs > a", "borderBottomColor"), [true]);
    const [track, thumb] = await page.locator(".switch-track").first().evaluate((it) =>
      [null, "::after"].map((part) => getComputedStyle(it, part).backgroundColor)
    );
    assert.notEqual(track, thumb);
    await visit(page, "/admin/media?coverage=untagged");
    const lines = await page.locator(".media-queue").evaluateAll((links) =>
      links.map((link) => getComputedStyle(link).textDecorationLine === "underline")
    );
    assert.deepEqual(lines.filter(Boolean), [true]);
  },
  { viewport: WIDE },
);

browserTest(
  "a printed page of the staff area has no controls that paper cannot use (design §10)",
  async ({ page }) => {
    for (const path of ["/admin/rules", "/admin/rules/home-counter-button", "/admin/analytics"]) {
      await visit(page, path);
      const shown = () =>
        page.locator("main :is(button, a[download], .icon-button, [form=bulk])").evaluateAll((
          all,
        ) =>
          all.filter((it) => it.checkVisibility()).map((it) =>
            it.getAttribute("role") ?? it.textContent
          ).filter((it) => it !== "switch")
        );
      assert.notDeepEqual(await shown(), [], path);
      await page.emulateMedia({ media: "print" });
      assert.deepEqual(await shown(), [], path);
      await page.emulateMedia({ media: "screen" });
    }
  },
  { viewport: WIDE },
);

browserTest(
  "records named by one long word fit on a narrow screen (design §10)",
  async ({ page }) => {
    const name = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen";
    const post = async (path: string, form: Record<string, string>) => {
      const { request } = page.context();
      const headers = { origin: new URL(page.url()).origin };
      assert.ok((await request.post(new URL(path, page.url()).href, { form, headers })).ok(), path);
    };
    await visit(page, "/admin");
    await post("/admin/systems/new", { id: "long", name, position: "99" });
    await post("/admin/factors/new", { id: "long", name, question: "Which?" });
    await post("/admin/rule-sets/new", { id: "long", name });
    await post("/admin/tracks/new", {
      id: "long",
      name,
      description: "Long",
      ruleSetId: "long",
      position: "9",
    });
    await post("/admin/scenarios/new", {
      id: "long",
      name,
      track: "home",
      options: "between-rooms",
    });
    const pages = [
      "/admin",
      "/admin/audit",
      "/admin/systems/long",
      "/admin/factors/long",
      "/admin/rules",
      "/admin/simulator",
      "/admin/scenarios",
      `/admin/search?q=${name}`,
    ];
    for (const path of pages) {
      await visit(page, path);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.equal(width, NARROW.width, path);
    }
  },
  { viewport: NARROW },
);

browserTest(
  "tables of sentences do not scroll sideways on a narrow screen, and label their cells (§4.9)",
  async ({ page }) => {
    for (const [path, tables] of [["/admin/privacy", 1], ["/admin/status", 2]] as const) {
      await visit(page, path);
      const sizes = await page.locator(".scroll-region").evaluateAll((regions) =>
        regions.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
      );
      assert.deepEqual(sizes, Array(tables).fill(0), path);
    }
    const table = page.locator(".scroll-region").first();
    const labels = await table.locator("tbody tr").first().locator("td").evaluateAll((cells) =>
      cells.map((cell) => getComputedStyle(cell, "::before").content)
    );
    assert.deepEqual(
      labels,
      ["State", "Effect", "Since", "Last error"].map((label) => `"${label}: "`),
    );
    await visit(page, "/admin/rules");
    const [room = 0, sentence = 0] = await page.locator("tbody tr, tbody th").evaluateAll((parts) =>
      parts.slice(0, 2).map(({ clientWidth }) => clientWidth)
    );
    assert.ok(room > 300 && sentence === room, `a rule has ${sentence} of ${room} px`);
  },
  { viewport: NARROW },
);

browserTest(
  "no page scrolls sideways at twice the size of text (WCAG 1.4.4)",
  async ({ page }) => {
    await visit(page, "/admin/media");
    const picture = await page.locator(".media-tile a").first().getAttribute("href");
    const simulator = "/admin/simulator?options=restaurant,porch,wall-tall&track=hospitality";
    const pages = ["/admin/media", picture ?? "", "/admin/media/review", "/admin/privacy"];
    for (const path of [...pages, simulator, "/admin/systems/heron-lite/gallery"]) {
      await visit(page, path.replace(/^\?/, "/admin/media?"));
      await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
      for (const size of [NARROW, WIDE]) {
        await page.setViewportSize(size);
        assert.equal(await surplusWidth(page), 0, `${path}, ${size.width} px wide`);
        const cut = await page.locator(".sim-result .scroll-region").evaluateAll((tables) =>
          tables.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length
        );
        assert.equal(cut, 0, `tables that scroll sideways, ${size.width} px wide`);
      }
    }
    await page.setViewportSize(NARROW);
    const [name, menu] = await Promise.all(
      [".admin-side a", ".admin-menu > summary"].map((part) =>
        page.locator(part).first().boundingBox()
      ),
    );
    assert.ok(name && menu && menu.y >= name.y + name.height, "the menu is below the name");
    const words = await page.locator(".picker-thumb + *").first().boundingBox();
    assert.ok(words && words.width > 250, "the words of a picture have a line of their own");
    await visit(page, "/admin/tiers");
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
    const tier = await page.locator("tbody th").first().boundingBox();
    assert.ok(tier && tier.width > 250, "the name of a row has a line of its own");
  },
  { viewport: WIDE },
);

browserTest(
  "the box, the place and the switch of a rule are on one line with each other (§4.9)",
  async ({ page }) => {
    await visit(page, "/admin/rules");
    for (const size of [NARROW, WIDE]) {
      await page.setViewportSize(size);
      const [first = 0, ...others] = await page.locator(
        "tbody tr:first-of-type :is([form=bulk], .icon-button, .switch)",
      ).evaluateAll((parts) =>
        parts.map((part) => part.getBoundingClientRect()).map(({ top, height }) => top + height / 2)
      );
      assert.ok(others.length >= 2);
      const faults = others.filter((middle) => Math.abs(middle - first) > 1);
      assert.deepEqual(faults, [], `${first}, ${size.width} px wide`);
    }
  },
);

browserTest(
  "a count of five digits fits in one line of the attention list (§4.9)",
  async ({ page }) => {
    await visit(page, "/admin");
    const lines = await page.locator(".attention-count").evaluateAll((counts) =>
      counts.map((count) => {
        count.textContent = "12,345";
        const text = document.createRange();
        text.selectNodeContents(count);
        return new Set([...text.getClientRects()].map(({ top }) => top)).size;
      })
    );
    assert.deepEqual(new Set(lines), new Set([1]));
    const ends = await page.locator("#attention + ul > li > div").evaluateAll((texts) =>
      texts.map((text) => text.getBoundingClientRect().left)
    );
    assert.equal(new Set(ends).size, 1, "the texts are aligned");
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.equal(width, NARROW.width);
  },
  { viewport: NARROW },
);

browserTest("the open menu is accessible and fits (design §10)", async ({ page }) => {
  await visit(page, "/admin");
  await page.locator(".admin-menu > summary").click();
  assert.deepEqual(await faultsAtWidths(page, [360]), []);
}, { viewport: NARROW });

browserTest(
  "a name of one long word makes no admin page wider than a phone",
  async ({ page }) => {
    const names = ["Heron Lite", "On a porch, balcony or covered terrace", "A home", "Essential"];
    const word = "Grundstücksverkehrsgenehmigungszuständigkeitsübertragung";
    const wide: string[] = [];
    for (
      const path of [
        "/admin/rules/home-any-inside",
        "/admin/systems/heron-lite/values/operation-type",
        "/admin/factors/place",
        "/admin/factors/place/options/porch",
        "/admin/simulator?track=home&options=porch",
        "/admin/report",
      ]
    ) {
      await visit(page, path);
      await page.evaluate(rename, { names, to: word });
      assert.ok((await page.locator("main").innerText()).includes(word), path);
      const surplus = await surplusWidth(page);
      if (surplus > 0) wide.push(`${path}: ${surplus} px too wide`);
    }
    assert.deepEqual(wide, []);
  },
  { viewport: NARROW },
);

browserTest(
  "a group of one long word hides no column of the attributes (§2.2)",
  async ({ page }) => {
    for (const size of [NARROW, WIDE]) {
      await page.setViewportSize(size);
      await visit(page, "/admin/attributes");
      const names = ["Overview", "Performance"];
      await page.evaluate(rename, {
        names,
        to: "Grundstücksverkehrsgenehmigungszuständigkeitsübertragung",
      });
      const hidden = await page.locator(".scroll-region").evaluate((region) =>
        region.scrollWidth - region.clientWidth
      );
      assert.equal(hidden, 0, `${size.width} px wide`);
    }
  },
);
