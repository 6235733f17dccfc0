import assert from "node:assert/strict";

const ROOT = new URL("../../../", import.meta.url).pathname;
const FOLDERS = ["lib", "routes", "components", "islands", "scripts", "migrations"];
const SOURCE = /\.(?:tsx?|js)$/;
/**
 * The input of patterns that the check cannot decide. Each search continues where the last match ended, so it reads
 * each place a fixed number of times.
 */
const MESSAGE = "the 4,000 characters of a message";
/** Patterns that the check finds slow, each with the limit of its input that makes it fast enough. */
const BOUNDED: Readonly<Record<string, readonly [pattern: string, why: string][]>> = {
  "lib/corpus/import/sentences.ts": [
    [
      "\\d[\\d\\s./,\\u00bc-\\u00be\\u2044-]*(?:in|ft|yd|lb|lbs|oz|sq|cu|gal|hr|hrs|sec|psf|psi|mm|cm|m|kg)\\.$",
      "the last 60 characters",
    ],
    [
      "([\\p{L}\\p{M}]+(?:\\.[\\p{L}\\p{M}]+)*)\\.[\"'\\u2019\\u201d)\\]]*$",
      "the last 60 characters",
    ],
  ],
  "lib/corpus/import/html.ts": [
    [
      "\\s[|\\u2013\\u2014\\u00b7-]\\s[^|\\u2013\\u2014\\u00b7]{1,60}$",
      "no more than 63 characters from where it begins",
    ],
  ],
  "lib/catalog/changes/value_form.ts": [["\\.?0+$", "a number with six decimals"]],
  "lib/config/config.ts": [["\\/+$", "the operator's own setting"]],
  "lib/config/fields.ts": [["\\/+$", "the operator's own setting"]],
  "lib/assistant/model/provider.ts": [["\\/+$", "the operator's own setting"]],
  "lib/assistant/scope/carriers.ts": [
    ["(?:\\\\x|0x|%)?[0-9a-fA-F]{2}(?:[ :,]?(?:\\\\x|0x|%)?[0-9a-fA-F]{2}){7,}", MESSAGE],
    ["[01]{7,8}(?:[ ,]?[01]{7,8}){5,}", MESSAGE],
    ["[.\\-·–]{1,6}(?:[ /]+[.\\-·–]{1,6}){9,}", MESSAGE],
  ],
  "lib/crm/client/transport.ts": [["\\/+$", "the operator's own setting"]],
  "lib/cli/corpus_import.ts": [["(.)[/\\\\]+$", "an argument of the operator's own"]],
  "lib/fresh/dev/static_dir.ts": [
    ["[\\\\/]\\.(?!well-known)[^\\\\/]*$", "a path in our own static folder, at build"],
  ],
  "lib/fresh/dev/problems.ts": [
    [
      "(file:\\/\\/[^\\s\"')]+|\\/[^\\s\"'():]+\\.\\w+):(\\d+)(?::\\d+)?",
      "an error of the build, on a developer's machine",
    ],
  ],
  "lib/lint/doors.ts": [
    [
      '(?:\\{([^{}]*)\\}\\s*(?:from\\s*|=\\s*await import\\()|import\\()"((?:\\.|@\\/)[^"]*\\/(?:mod|browser)\\.ts)"|\\* as \\w+ from "((?:\\.|@\\/)[^"]*\\/(?:mod|browser)\\.ts)"',
      "our own source, on a developer's machine",
    ],
  ],
  "lib/lint/exports.ts": [
    [
      'export\\s+(?:type\\s+)?{([^}]*)}\\s*from\\s*"([^"]+)"',
      "our own source, on a developer's machine",
    ],
  ],
  "scripts/media/panel.ts": [["#.*$", "the address of the browser's own page"]],
};

/**
 * Patterns that the check has found to be linear, one per line, so that only new patterns are checked. Checking all
 * takes minutes, checking a new one seconds. `PATTERNS=new` adds the new ones to the list, `PATTERNS=all` checks every
 * one again.
 */
const LINEAR = new URL("linear_patterns.txt", import.meta.url);
const PATTERNS = Deno.env.get("PATTERNS");

interface Found {
  readonly file: string;
  readonly pattern: string;
  readonly flags: string;
}

async function* sourceFiles(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(`${ROOT}${folder}`)) {
    const path = `${folder}/${name}`;
    if (isDirectory) yield* sourceFiles(path);
    else if (SOURCE.test(name)) yield path;
  }
}

function asLiteral({ pattern, flags }: Found): string {
  return `/${pattern}/${flags}`;
}

/** Returns every regular expression literal in a file. */
function patternsIn(file: string, source: string): Found[] {
  const found: Found[] = [];
  Deno.lint.runPlugin(
    {
      name: "patterns",
      rules: {
        collect: {
          create: () => ({
            Literal(node) {
              if ("regex" in node && node.regex) found.push({ file, ...node.regex });
            },
          }),
        },
      },
    },
    file,
    source,
  );
  return found;
}

/** Returns null for each pattern that is safe, or the reason why it is not. */
async function checkAll(
  patterns: readonly Pick<Found, "pattern" | "flags">[],
): Promise<(string | null)[]> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-lock", `${ROOT}tests/helpers/recheck_child.ts`],
    cwd: ROOT,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(JSON.stringify(patterns)));
  await writer.close();
  const { stdout, stderr, success } = await child.output();
  assert.ok(success, new TextDecoder().decode(stderr));
  return JSON.parse(new TextDecoder().decode(stdout));
}

Deno.test("patternsIn() finds every regular expression literal, and nothing that only looks like one", () => {
  const source = 'const a = /x+$/gi; const b = 4 / 2 / 1; const c = "/y/"; // /z/\ncall(/[/]/u);';
  assert.deepEqual(
    patternsIn("a.ts", source).map(({ pattern, flags }) => [pattern, flags]),
    [["x+$", "gi"], ["[/]", "u"]],
  );
});

Deno.test("every regular expression is linear or has a bounded input (§8)", async () => {
  const found: Found[] = [];
  for (const folder of FOLDERS) {
    for await (const file of sourceFiles(folder)) {
      found.push(...patternsIn(file, await Deno.readTextFile(`${ROOT}${file}`)));
    }
  }
  assert.ok(found.length > 250, `${found.length}`);
  const isBounded = ({ file, pattern }: Found) =>
    BOUNDED[file]?.some(([known]) => known === pattern) ?? false;

  const written = new Map(
    found.filter((each) => !isBounded(each)).map((each) => [JSON.stringify(asLiteral(each)), each]),
  );
  const known = new Set((await Deno.readTextFile(LINEAR)).trim().split("\n"));
  const unknown = [...written].filter(([line]) => PATTERNS === "all" || !known.has(line));
  const slowByNature = { pattern: "^\\s*([\\d.]+)\\s*(px)?\\s*$", flags: "" };
  const [slowest, ...reasons] = await checkAll([slowByNature, ...unknown.map(([, each]) => each)]);
  assert.match(slowest ?? "safe", /polynomial/);
  const slow = unknown.flatMap(([line, { file }], index) => {
    const reason = reasons[index] ?? null;
    return reason === null ? [] : [`${file}: ${line} is ${reason}`];
  });
  assert.deepEqual(slow, []);
  if (PATTERNS) await Deno.writeTextFile(LINEAR, [...written.keys()].toSorted().join("\n") + "\n");

  // Every entry of BOUNDED must still exist.
  for (const [file, patterns] of Object.entries(BOUNDED)) {
    for (const [known] of patterns) {
      assert.ok(
        found.some((each) => each.file === file && each.pattern === known),
        `${file}: ${known}`,
      );
    }
  }
});
