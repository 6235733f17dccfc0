/** `deno task cms:double [PORT]`: serves the demo CMS until it is stopped, on the port or a free one. */
import { startCms } from "../cms.ts";
import { portArgument } from "../port_argument.ts";
import { demoCms } from "./demo.ts";

const port = await portArgument("deno task cms:double [PORT]");
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
