/** `deno task model:double [PORT]`: starts a double of the model provider and prints the variables to set. */
import { say } from "@/lib/cli/say.ts";
import { MODEL_FAULTS, startModel } from "./model.ts";
import { portArgument } from "./port_argument.ts";

const double = startModel(await portArgument("deno task model:double [PORT]"));
await say(`The model double answers. Start the service with:
  ASSISTANT_MODEL=claude-sonnet-4-5 MODEL_API_KEY=any MODEL_BASE_URL=${double.url} deno task start
Type a fault and Enter to change what is wrong:
  ${MODEL_FAULTS.join(", ")}`);
for await (const typed of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  const fault = MODEL_FAULTS.find((known) => String(known) === typed.trim());
  if (fault !== undefined) double.fault = fault;
  await say(`fault: ${double.fault}`);
}
