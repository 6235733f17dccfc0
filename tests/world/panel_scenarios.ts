/** Tests of the panel: its page, its actions, and the requests that it refuses. */
import assert from "node:assert/strict";
import { openWorldClient } from "../helpers/world_client.ts";
import { faultsOf, WORLD_FAULTS } from "./faults.ts";
import type { Scenario } from "./scenario.ts";

/** The scenarios, in the order of the tests. */
export const PANEL_SCENARIOS: readonly Scenario[] = [
  {
    name: "the panel shows, injects and removes every fault",
    async run({ panel, origin, doubles }) {
      const page = async () => await (await fetch(panel)).text();
      const on = async () => (await (await fetch(`${panel}/state`)).json()).on;
      const press = async (path: string, fields: Record<string, string>) => {
        const body = new URLSearchParams(fields);
        const init: RequestInit = { method: "POST", body, redirect: "manual" };
        const response = await fetch(`${panel}${path}`, init);
        await response.body?.cancel();
        return response.status;
      };
      const known = faultsOf(doubles);
      for (const id of known) assert.ok((await page()).includes(`id="${id}"`), id);
      assert.ok((await page()).includes(origin));
      for (const id of known.filter((id) => id !== "keys-rotated")) {
        assert.equal(await press("/inject", { fault: id }), 303);
        assert.equal((await on())[WORLD_FAULTS[id].dependency], id);
      }
      assert.match(await page(), /Take away/);
      assert.equal(await press("/mend", { dependency: "crm" }), 303);
      assert.equal((await on()).crm, undefined);
      assert.equal(await press("/mend", { dependency: "all" }), 303);
      assert.deepEqual(await on(), {});
      assert.equal(await press("/inject", { fault: "constructor" }), 400);
    },
  },
  {
    name: "the panel refuses requests with another host name or origin",
    async run(world) {
      const { panel } = world;
      const body = new URLSearchParams({ role: "admin" });
      const headers = { origin: "http://evil.example" };
      const foreign = await fetch(`${panel}/sign-in`, { method: "POST", body, headers });
      assert.equal(foreign.status, 403);
      await foreign.body?.cancel();
      const rebound = await fetch(panel.replace("127.0.0.1", "localhost"));
      assert.equal(rebound.status, 421);
      await rebound.body?.cancel();
      const client = openWorldClient(world);
      await client.signIn("admin");
      assert.notEqual(client.cookie("CF_Authorization"), null);
    },
  },
];
