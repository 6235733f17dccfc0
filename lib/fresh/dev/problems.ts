/** Renders build errors: the message, the file and line, and the code around it. */
import { relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";

interface Problem {
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
}

interface BuildFailure {
  errors: { text: string; location: { file: string; line: number } | null }[];
}

const CONTEXT_LINES = 4;
const PLACE = /(file:\/\/[^\s"')]+|\/[^\s"'():]+\.\w+):(\d+)(?::\d+)?/g;

const STYLE = `body{font:16px/1.5 system-ui;margin:2rem;background:#1c1b1a;color:#f3efe9}
h1{color:#ff8f73;font-size:1.25rem}pre{background:#000;padding:1rem;overflow:auto}
mark{background:#5c2416;color:inherit}`;

/** Renders the error page that is served until the app builds again. `script` is the URL of the reload script. */
export async function renderProblems(
  errors: readonly unknown[],
  { root, script }: { root: string; script: string },
): Promise<string> {
  const problems = errors.flatMap((error) => toProblems(error, root));
  const sections = await Promise.all(problems.map(async ({ message, file, line }) => {
    if (file === undefined || line === undefined) {
      return `<pre>${escape(stripVTControlCharacters(message))}</pre>`;
    }
    const place = `${relative(root, file)}:${line}`;
    const frame = await codeFrame(file, line);
    return `<h2>${escape(place)}</h2><pre>${
      escape(stripVTControlCharacters(message))
    }</pre>${frame}`;
  }));
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Build error</title>
<style>${STYLE}</style><script src="${script}" defer></script></head>
<body><h1>The app does not build</h1>${sections.join("")}</body></html>`;
}

function toProblems(error: unknown, root: string): Problem[] {
  if (isBuildFailure(error)) {
    return error.errors.map(({ text, location }) => {
      if (location === null) return { message: text };
      return { message: text, file: resolve(root, location.file), line: location.line };
    });
  }
  if (!(error instanceof Error)) return [{ message: String(error) }];
  for (const [, found = "", line] of `${error.message}\n${error.stack}`.matchAll(PLACE)) {
    const file = found.startsWith("file:") ? fileURLToPath(found) : found;
    const isOurs = file.startsWith(root) && !file.includes("node_modules");
    if (isOurs) return [{ message: error.message, file, line: Number(line) }];
  }
  return [{ message: error.stack ?? error.message }];
}

function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && "errors" in error && Array.isArray(error.errors);
}

async function codeFrame(file: string, line: number): Promise<string> {
  const source = await Deno.readTextFile(file).catch(() => "");
  const lines = source.split("\n");
  const first = Math.max(0, line - 1 - CONTEXT_LINES);
  const frame = lines.slice(first, line + CONTEXT_LINES).map((text, i) => {
    const row = escape(`${String(first + i + 1).padStart(4)} | ${text}`);
    return first + i + 1 === line ? `<mark>${row}</mark>` : row;
  });
  return `<pre>${frame.join("\n")}</pre>`;
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
