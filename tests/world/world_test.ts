/**
 * Tests every sentence of the spec about behaviour under faults, in a world with each fault. All scenarios share one
 * world, because starting it takes longer than most of them run.
 */
import { until } from "../helpers/until.ts";
import { openWorldClient } from "../helpers/world_client.ts";
import { startWorld } from "./world.ts";
import { CMS_SCENARIOS } from "./cms_scenarios.ts";
import { CRM_SCENARIOS } from "./crm_scenarios.ts";
import { MODEL_SCENARIOS } from "./model_scenarios.ts";
import { PANEL_SCENARIOS } from "./panel_scenarios.ts";
import { STAFF_SCENARIOS } from "./staff_scenarios.ts";
import { DATABASE_SCENARIOS } from "./database_scenarios.ts";
import { PURGE_SCENARIOS } from "./purge_scenarios.ts";
import { STORE_SCENARIOS } from "./store_scenarios.ts";

Deno.test("the service keeps its promises under each fault", async (context) => {
  // Every turn but those of a model that hangs must end in this time, on a busy machine too.
  await using world = await startWorld({ environment: { ASSISTANT_TIMEOUT_MS: "12000" } });
  const client = openWorldClient(world);
  for (
    const { name, run } of [
      ...PANEL_SCENARIOS,
      ...CRM_SCENARIOS,
      ...CMS_SCENARIOS,
      ...STAFF_SCENARIOS,
      ...STORE_SCENARIOS,
      ...world.doubles.database === null ? [] : [...DATABASE_SCENARIOS, ...PURGE_SCENARIOS],
      ...MODEL_SCENARIOS,
    ]
  ) {
    await context.step(name, async () => {
      await until(
        "the world without a fault",
        async () => (await client.get("/ready")).status === 200,
      );
      try {
        await run(world);
      } finally {
        await world.faults.mend();
      }
    });
  }
});
