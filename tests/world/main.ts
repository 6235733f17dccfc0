/**
 * `deno task world`: the service and doubles of all systems around it, on an empty folder that is removed at the end.
 * `PORT` and `WORLD_PORT` name the ports of the service and of the panel: 8000 and 8001, or any that is free.
 */
import { freePort } from "../helpers/process.ts";
import { startWorld } from "./world.ts";

const wanted = (name: string, usual: number) => Number(Deno.env.get(name) ?? openPort(usual));

/** The port if it is free, any other if not. */
function openPort(port: number): number {
  try {
    Deno.listen({ port, hostname: "127.0.0.1" }).close();
    return port;
  } catch {
    return freePort();
  }
}

async function say(text: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(`${text}\n`));
}

await say("The world is starting: the service builds, and fills an empty database…");
const world = await startWorld({
  port: wanted("PORT", 8000),
  panelPort: wanted("WORLD_PORT", 8001),
});
await say(`
The service:   ${world.origin}
The panel:     ${world.panel}

What to click:
  1. On the panel, “Sign in as an administrator”: the admin area opens.
  2. On the service, answer the questions, and leave an address under the result.
  3. On the panel, inject “The CRM hangs”, leave another address: you are thanked at once,
     and the lead waits in the queue at ${world.origin}/admin/crm.
  4. Take the fault away, and press “Process retry queue now” there.
  5. Inject “The CMS returns HTML on page 3 of the projects”, and preview the projects
     at ${world.origin}/admin/cms: nothing is written, and the page says why.
  6. Inject “The model stops mid-sentence”, and ask the assistant under a result.
  7. Inject “The key set is rotated”, and sign in again.

Ctrl+C ends it. Nothing of it stays.`);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  Deno.addSignalListener(signal, async () => {
    await world[Symbol.asyncDispose]();
    Deno.exit(0);
  });
}
