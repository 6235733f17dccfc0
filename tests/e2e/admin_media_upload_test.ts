/** Uploading pictures in a browser: many files at once, each with its progress (spec §4.8). */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import { browserTest } from "../helpers/browser.ts";
import { accessibilityFaults, faultsAtWidths, surplusWidth } from "../helpers/page.ts";
import { pictureFile } from "../helpers/pictures.ts";
import { declareSite } from "../helpers/site.ts";

const site = declareSite({ environment: { ADMIN_DEV_BYPASS: "true" } });

const NARROW = { width: 360, height: 740 };
const WIDE = { width: 1280, height: 800 };
const UPLOAD = "/admin/media/upload";

let seed = 0;

/** A picture that no test has sent before. */
async function photo(name: string) {
  const bytes = await pictureFile("jpeg", { seed: ++seed, width: 800, height: 500 });
  return { name, mimeType: "image/jpeg", buffer: Buffer.from(bytes) };
}

async function gif(name: string) {
  return { name, mimeType: "image/png", buffer: Buffer.from(await pictureFile("gif")) };
}

async function open(page: Page): Promise<void> {
  const response = await page.goto(`${await site()}${UPLOAD}`);
  assert.equal(response?.status(), 200);
}

const rowOf = (page: Page, name: string) => page.locator("li", { hasText: name });

browserTest(
  "files are sent at most three at a time, and each shows its outcome",
  async ({ page }) => {
    await open(page);
    let active = 0;
    let most = 0;
    page.on("request", (request) => {
      if (request.url().includes("/upload/file")) most = Math.max(most, ++active);
    });
    page.on("response", (response) => {
      if (response.url().includes("/upload/file")) active--;
    });
    const photos = await Promise.all(Array.from({ length: 7 }, (_, at) => photo(`wall ${at}.jpg`)));
    const video = {
      name: "tour.mp4",
      mimeType: "video/mp4",
      buffer: Buffer.from("\0\0\0\x18ftypmp42"),
    };
    await page.getByLabel("Pictures").setInputFiles([...photos, await gif("loop.png"), video]);
    await page.getByText("9 of 9 done, 7 added, 2 not added.").waitFor();
    assert.ok(most <= 3, `${most} at once`);
    assert.ok(await rowOf(page, "loop.png").getByText("It is a GIF.").isVisible());
    assert.ok(await rowOf(page, "tour.mp4").getByText("kept at the video host").isVisible());
    assert.equal(
      await rowOf(page, "wall 6.jpg").getByText("Added", { exact: true }).isVisible(),
      true,
    );
    const loaded = await rowOf(page, "wall 0.jpg").locator("img").evaluate(async (image) => {
      if (!(image instanceof HTMLImageElement)) return false;
      await image.decode();
      return image.naturalWidth > 0;
    });
    assert.ok(loaded, "the picture itself is shown");
    assert.deepEqual(await accessibilityFaults(page), []);
    assert.equal(await surplusWidth(page), 0);
  },
  { viewport: WIDE },
);

browserTest("a file shows its progress, and can be cancelled and sent again", async ({ page }) => {
  await open(page);
  const held = Promise.withResolvers<void>();
  let asked = 0;
  await page.route("**/upload/file?*", async (route) => {
    if (++asked === 1) await held.promise;
    await route.continue().catch(() => {});
  });
  await page.getByLabel("Pictures").setInputFiles([await photo("slow.jpg")]);
  const row = rowOf(page, "slow.jpg");
  await row.getByRole("progressbar", { name: "Sending slow.jpg" }).waitFor();
  const cancel = row.getByRole("button", { name: "Cancel: slow.jpg" });
  await cancel.focus();
  await page.keyboard.press("Enter");
  await page.getByText("1 of 1 done, 1 cancelled.").waitFor();
  held.resolve();
  await row.getByRole("button", { name: "Try again: slow.jpg" }).click();
  await page.getByText("1 of 1 done, 1 added.").waitFor();
}, { viewport: WIDE });

browserTest(
  "a file can be sent again after a lost connection or a failing service",
  async ({ page }) => {
    await open(page);
    let asked = 0;
    await page.route("**/upload/file?*", (route) => {
      asked++;
      if (asked === 1) return route.abort();
      if (asked === 2) return route.fulfill({ status: 200, body: "<h1>Sign in</h1>" });
      if (asked === 3) return route.fulfill({ status: 502, body: "<h1>Bad gateway</h1>" });
      return route.continue();
    });
    await page.getByLabel("Pictures").setInputFiles([await photo("lost.jpg")]);
    const again = page.getByRole("button", { name: "Try again: lost.jpg" });
    await page.getByText("The connection was lost.").waitFor();
    await again.click();
    await page.getByText("The service failed to answer.").waitFor();
    const refused = page.waitForResponse((response) => response.status() === 502);
    await again.click();
    await refused;
    await page.getByText("The service failed to answer.").waitFor();
    await again.click();
    await page.getByText("1 of 1 done, 1 added.").waitFor();
  },
  { viewport: WIDE },
);

browserTest("files dropped anywhere on the page are sent", async ({ page }) => {
  await open(page);
  const { buffer } = await photo("dropped.jpg");
  const data = await page.evaluateHandle((base64) => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], "dropped.jpg", { type: "image/jpeg" }));
    return transfer;
  }, buffer.toString("base64"));
  await page.dispatchEvent("h1", "dragover", { dataTransfer: data });
  await page.dispatchEvent("h1", "drop", { dataTransfer: data });
  await page.getByText("1 of 1 done, 1 added.").waitFor();
}, { viewport: NARROW });

browserTest(
  "without scripts the form adds pictures and a video, and asks for descriptions",
  async ({
    page,
    errors,
  }) => {
    await open(page);
    await page.getByLabel("Pictures").setInputFiles([
      await photo("plain.jpg"),
      await gif("bad.gif"),
    ]);
    await page.getByRole("button", { name: "Upload" }).click();
    await page.getByText("1 added, 1 not added.").waitFor();
    assert.equal(await surplusWidth(page), 0);
    await page.getByLabel("What does it show?").fill("A plain wall");
    await page.getByRole("button", { name: "Save alt texts" }).click();
    await page.getByText("1 alt text was saved.").waitFor();
    await page.getByRole("textbox", { name: "Video" }).fill(
      "https://fast.wistia.com/medias/abc123def4",
    );
    await page.getByLabel("Still").setInputFiles([await photo("still.jpg")]);
    await page.getByRole("button", { name: "Add video" }).click();
    await page.getByText("1 added.").waitFor();
    assert.deepEqual(errors, []);
  },
  { viewport: WIDE, javaScriptEnabled: false },
);

browserTest(
  "the page is accessible and fits before and after an upload, wide and narrow (WCAG 2.2 AA)",
  async ({ page }) => {
    await open(page);
    assert.deepEqual(await faultsAtWidths(page), []);
    await page.getByLabel("Pictures").setInputFiles([
      await photo(`a name without any place to break ${"x".repeat(80)}.jpg`),
      await gif("loop.gif"),
    ]);
    await page.getByText("2 of 2 done").waitFor();
    assert.deepEqual(await faultsAtWidths(page), []);
  },
);
