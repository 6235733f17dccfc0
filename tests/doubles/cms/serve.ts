/** `deno task cms:double`: serves the demo CMS until it is stopped, on `PORT` or a free port. */
import { refuseArguments } from "@/lib/cli/usage.ts";
import { startCms } from "../cms.ts";
import { demoCms } from "./demo.ts";

await refuseArguments("PORT=8010 deno task cms:double");
const { graph, file } = await demoCms();
const double = await startCms({
  graph,
  file,
  port: Number(Deno.env.get("PORT") ?? 0),
  viewSize: 20,
});
const counts = Object.entries(Object.groupBy(graph, ({ type }) => type))
  .map(([type, entities]) => `${entities?.length} ${type}`);
await Deno.stdout.write(
  new TextEncoder().encode(
    `A stand-in for the CMS answers at ${double.origin} (${counts.join(", ")}).\n` +
      `Try the sync with it: CMS_BASE_URL=${double.origin} deno task start\n`,
  ),
);
