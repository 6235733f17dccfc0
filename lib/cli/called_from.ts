/** Paths in the arguments of a command. */
import { resolve } from "node:path";

/** The arguments of a command, and a function that finds a file that one of them names. */
export interface Called {
  readonly args: string[];
  /** Returns the path of a file relative to the folder in which the command was given. */
  locate(path: string): string;
}

/**
 * Reads the arguments of a command that takes a path. `deno task` runs in the root folder, wherever it is called, so
 * such a task passes the folder in which it was called as a first option, `--from FOLDER`. Without it, the working
 * directory counts. A task that another task runs gets the folder of the outermost call, because Deno keeps an
 * `INIT_CWD` that is set already, and a process cannot tell who set it.
 */
export function readCall(args: string[]): Called {
  const [option, folder, ...own] = args;
  if (option !== "--from" || folder === undefined) return { args, locate: (path) => path };
  return { args: own, locate: (path) => resolve(folder, path) };
}
