/** What the service says in its log, for tests that hold it to that. */
import { closeLog, configureLogging } from "../../lib/log/mod.ts";

/** The log's lines while `run` runs, as JSON texts. */
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
