/**
 * `deno task world`: starts the service with doubles of all its dependencies, on an empty folder that is removed at the
 * end. `PORT` and `WORLD_PORT` are the ports of the service and of the panel; default 8000 and 8001, or free ports when
 * those are in use.
 */
import { refuseArguments } from "@/lib/cli/usage.ts";
import { portFrom } from "../doubles/port_argument.ts";
import { freePort } from "../helpers/process.ts";
import { startWorld } from "./world.ts";
import { print } from "../helpers/say.ts";

const USAGE = "PORT=8000 WORLD_PORT=8001 deno task world";

async function wanted(name: string, usual: number): Promise<number> {
  return await portFrom(Deno.env.get(name) ?? `${openPort(usual)}`, USAGE);
}

/** Returns `port` if it is free, or else another free port. */
function openPort(port: number): number {
  try {
    Deno.listen({ port, hostname: "127.0.0.1" }).close();
    return port;
  } catch {
    return freePort();
  }
}

await refuseArguments(USAGE);
const [port, panelPort] = [await wanted("PORT", 8000), await wanted("WORLD_PORT", 8001)];
await print("The world is starting: the service builds, and fills an empty database…");
const world = await startWorld({ port, panelPort });
await print(`
The service:   ${world.origin}
The panel:     ${world.panel}

What to click:
  1. On the panel, “Sign in as an administrator”: the admin area opens.
  2. On the service, answer the questions, and leave your e-mail address under the result.
  3. On the panel, inject “The CRM hangs”, and leave another address: you are thanked at once,
     and the lead waits in the queue at ${world.origin}/admin/crm.
  4. On the panel, remove the fault, then press “Process retry queue now” on that page.
  5. Inject “The CMS returns HTML on page 3 of the projects”, and preview the projects
     at ${world.origin}/admin/cms: nothing is written, and the page says why.
  6. Inject “The model stops mid-sentence”, and ask the assistant under a result.
  7. Inject “The key set is rotated”, and sign in again.

Ctrl+C stops the world and removes its data.`);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  Deno.addSignalListener(signal, async () => {
    await world[Symbol.asyncDispose]();
    Deno.exit(0);
  });
}
