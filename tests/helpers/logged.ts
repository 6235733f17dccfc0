/** Captures the log of the service. */
import { closeLog, configureLogging } from "@/lib/log/mod.ts";

/** Runs `run` and returns the lines logged meanwhile, each a JSON text. */
export async function logged(run: () => Promise<void>): Promise<string[]> {
  let text = "";
  function writeSync(bytes: Uint8Array): number {
    text += new TextDecoder().decode(bytes);
    return bytes.length;
  }
  const output = { writeSync, write: (bytes: Uint8Array) => Promise.resolve(writeSync(bytes)) };
  configureLogging({ level: "debug", format: "json", output });
  try {
    await run();
  } finally {
    await closeLog();
  }
  return text.split("\n").filter((line) => line !== "");
}
