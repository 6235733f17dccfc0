/** Which links say that they are current, as a screen reader reads them (design §10). */
import assert from "node:assert/strict";
import { everyPage } from "../helpers/addresses.ts";
import { startApp } from "../helpers/app.ts";

Deno.test("only the link to a page itself, and its part in the navigation, say that they are current (design §10)", async () => {
  await using app = await startApp({ environment: { ADMIN_DEV_BYPASS: "true" } });
  const [system] = app.services.catalog.current().systems;
  const staff = ["/admin", "/admin/rules", "/admin/systems", `/admin/systems/${system?.id}`];
  for (const path of [...everyPage(app), ...staff]) {
    const html = await (await app.request(path)).text();
    const [own = ""] = path.split("?");
    const others = [...html.matchAll(/<a href="(\/[^"]*)"[^>]* aria-current="(page|true)"[^>]*>/g)]
      .filter(([link, href, value]) => {
        const isInNavigation = href !== "/" && href !== "/admin" && own.startsWith(`${href}/`);
        const isPart = isInNavigation || (own === "/results" && href === "/select");
        return !(value === "page" ? href === own : isPart && !link.includes("data-ancestor"));
      });
    assert.deepEqual(others.map(([link]) => link), [], path);
  }
});
