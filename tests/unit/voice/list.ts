/** `deno task voice`: runs the tests of this folder, which can read texts, and lets them list the texts for review. */
import { refuseArguments } from "@/lib/cli/usage.ts";

await refuseArguments("deno task voice");
const { code } = await new Deno.Command(Deno.execPath(), {
  args: ["test", "-A", "--no-check", "tests/unit/voice/"],
  cwd: new URL("../../../", import.meta.url),
  env: { VOICE: "list" },
}).spawn().status;
Deno.exitCode = code;
