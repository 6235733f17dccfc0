/** Minimal pages with the bundled scripts, for tests of scripts in a browser without a server. */
import { Builder } from "fresh/dev";
import type { Page } from "playwright-core";
import { bundleScripts } from "@/scripts/bundle.ts";

/** The origin of the pages. */
export const ORIGIN = "http://fixture.test";

async function bundle(): Promise<ReadonlyMap<string, Uint8Array>> {
  const builder = new Builder();
  bundleScripts(builder);
  const { files } = await builder.make((error) => {
    throw error;
  });
  return new Map(files.map(({ path, source }) => [path, source]));
}

let files: ReturnType<typeof bundle> | undefined;

/** Returns the scripts of all pages by path, bundled as in a build. */
export function bundled(): Promise<ReadonlyMap<string, Uint8Array>> {
  return files ??= bundle();
}

/**
 * Opens a page with this body. `answers` are the responses of the service by path. Returns a list that grows by the
 * path and body of each POST.
 */
export async function openMarkup(
  page: Page,
  body: string,
  answers: Readonly<Record<string, string>> = {},
) {
  const files = await bundled();
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
