/** `deno task cms:double`: serves the demo CMS until it is stopped, on `PORT` or a free port. */
import { refuseArguments } from "@/lib/cli/usage.ts";
import { startCms } from "../cms.ts";
import { portFrom } from "../port_argument.ts";
import { demoCms } from "./demo.ts";

const USAGE = "PORT=8010 deno task cms:double";
await refuseArguments(USAGE);
const port = await portFrom(Deno.env.get("PORT"), USAGE);
const { graph, file } = await demoCms();
const double = await startCms({
  graph,
  file,
  port,
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
