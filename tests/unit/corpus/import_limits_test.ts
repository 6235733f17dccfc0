import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { importCorpus } from "@/lib/corpus/mod.ts";
import { parseContent } from "@/lib/corpus/import/parse.ts";
import { parserApart } from "@/lib/corpus/import/parser.ts";
import { prepareDocument } from "@/lib/corpus/import/prepare.ts";
import type { DocumentContent } from "@/lib/corpus/import/content.ts";
import { aDocument, aFile } from "@/tests/helpers/corpus_files.ts";
import { eachEngine } from "@/tests/helpers/db.ts";
import { pdfOf } from "@/tests/helpers/pdf.ts";
import { until } from "@/tests/helpers/until.ts";

const NOW = new Date("2026-11-21T12:00:00Z");
const CONTEXT = { path: "a.txt", now: NOW, defaults: { type: "blog" as const } };
const LIMITS = { timeMs: 1_500, memoryMiB: 400 };

const HOSTILE: readonly (readonly [what: string, content: DocumentContent, reason: RegExp])[] = [
  [
    "quotes in quotes",
    { format: "markdown", text: `${">".repeat(1_000_000)}a` },
    /takes more|nested too deeply/,
  ],
  ["lists in lists", { format: "markdown", text: `${"- ".repeat(100_000)}a` }, /takes more/],
  [
    "a table of a million cells",
    { format: "markdown", text: `|a|b|\n|-|-|\n${"|1|2|\n".repeat(500_000)}` },
    /takes more/,
  ],
  [
    "divisions in divisions",
    { format: "html", text: `<html><body>${"<div>".repeat(200_000)}x` },
    /takes more|nested too deeply/,
  ],
  [
    "a table that spans far",
    {
      format: "html",
      text: `<html><body><main><table>${
        `<tr>${"<td colspan=100 rowspan=100>a".repeat(50)}`.repeat(100)
      }`,
    },
    /over 50000 cells|takes more/,
  ],
];

Deno.test("parserApart() refuses documents that exceed its time or memory, and reads the next (§6)", async (context) => {
  await using parser = parserApart(LIMITS);
  for (const [what, content, reason] of HOSTILE) {
    await context.step(what, async () => {
      await assert.rejects(parser.read(content, CONTEXT), {
        name: "UnreadableFile",
        message: reason,
      });
      const next = await parser.read({ format: "text", text: "And on." }, CONTEXT);
      assert.deepEqual(next.item.passages.map(({ text }) => text), ["And on."]);
    });
  }
});

/**
 * Stops the child process of a parser and returns a function that continues it (Linux). Other tests may parse at the
 * same time, so the child is identified by its memory limit, which must be unique to the test.
 */
async function stopParser({ memoryMiB }: { readonly memoryMiB: number }): Promise<() => void> {
  const stopped: number[] = [];
  const memory = `--max-old-space-size=${Math.floor(memoryMiB / 2)}`;
  for await (const { name } of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await Deno.readTextFile(`/proc/${name}/stat`).catch(() => "");
    const parent = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1];
    const command = await Deno.readTextFile(`/proc/${name}/cmdline`).catch(() => "");
    if (Number(parent) === Deno.pid && command.includes(memory)) {
      stopped.push(Number(name));
      Deno.kill(Number(name), "SIGSTOP");
    }
  }
  assert.equal(stopped.length, 1);
  return () => stopped.forEach((pid) => Deno.kill(pid, "SIGCONT"));
}

const ORDINARY: DocumentContent = { format: "text", text: "An ordinary file." };

Deno.test("parserApart() limits the CPU time, not the elapsed time (§6)", async () => {
  const limits = { ...LIMITS, timeMs: 1_000, memoryMiB: 611 };
  await using parser = parserApart(limits);
  await parser.read(ORDINARY, CONTEXT);
  const resume = await stopParser(limits);
  const read = parser.read(ORDINARY, CONTEXT);
  await Promise.race([read.catch(() => {}), delay(1_500)]);
  resume();
  assert.deepEqual((await read).item.passages.map(({ text }) => text), [
    "An ordinary file.",
  ]);
});

Deno.test("parserApart() gives up on a process that hangs without using the CPU (§6)", async () => {
  const limits = { ...LIMITS, waitMs: 10_000, memoryMiB: 613 };
  await using parser = parserApart(limits);
  // The first document also waits until its parser is loaded, which can take longer on a busy machine.
  const isRead = () => parser.read(ORDINARY, CONTEXT).then(() => true, () => false);
  await until("a process that has read a document", isRead);
  await stopParser(limits);
  await assert.rejects(parser.read(ORDINARY, CONTEXT), /takes more than 10 seconds to read/);
});

Deno.test("parserApart() refuses a PDF that inflates to 600 MiB (§6)", async () => {
  await using parser = parserApart(LIMITS);
  const inflated = new Blob([new Uint8Array(600 * 1_024 * 1_024)]).stream()
    .pipeThrough(new CompressionStream("deflate"));
  const stream = new Uint8Array(await new Response(inflated).arrayBuffer());
  assert.ok(stream.length < 10 * 1_024 * 1_024, "the file itself is small");
  const bytes = pdfOf([{ bytes: stream, filter: "/Filter/FlateDecode" }]);
  await assert.rejects(parser.read({ format: "pdf", bytes }, CONTEXT), /takes more/);
});

eachEngine(
  "importCorpus() skips what exceeds the limits, and reads no oversized file (§6)",
  async ({ db }) => {
    const report = await importCorpus(db, [
      {
        path: "large.md",
        size: 50 * 1_024 * 1_024,
        bytes: () => Promise.reject(new Error("It was read")),
      },
      { path: "larger-than-said.md", bytes: new Uint8Array(10 * 1_024 * 1_024 + 1) },
      aDocument("word.md", "word ".repeat(4_001)),
      aFile("text.txt", "Short one. ".repeat(400_000)),
      aFile("parts.txt", "A.\n\n".repeat(50_001)),
      aFile("lines.jsonl", "{}\n".repeat(50_001)),
      aDocument("good.md", "Short one."),
    ], { now: NOW, trusted: true, defaults: { type: "blog" } });
    assert.equal(report.created, 1);
    assert.deepEqual(report.skipped.map(({ path, reason }) => `${path} ${reason}`), [
      "large.md has 50 MB: the limit is 10 MB",
      "larger-than-said.md has 11 MB: the limit is 10 MB",
      "word.md has a sentence of 20,004 characters: the limit is 20,000",
      "text.txt has 4,399,999 characters: the limit is 4,000,000",
      "parts.txt has 50,001 paragraphs: the limit is 50,000",
      "lines.jsonl has 50,002 lines: the limit is 50,000",
    ]);
  },
);

/** Returns the CPU time of this thread, in milliseconds (Linux). */
function threadCpuMs(): number {
  return Number(Deno.readTextFileSync("/proc/thread-self/schedstat").split(" ")[0]) / 1e6;
}

Deno.test("parserApart() does not block this thread while it reads a large document (§6)", async () => {
  const paragraph = "A wall of glass that folds away keeps out the noise of the street. ".repeat(8);
  const text = Array.from({ length: 4_600 }, (_, part) => `## Part ${part}\n\n${paragraph}\n`)
    .join("\n");
  const content: DocumentContent = { format: "markdown", text };
  const document = await parseContent(content);
  const before = threadCpuMs();
  const { item } = prepareDocument(document, CONTEXT);
  const hereMs = threadCpuMs() - before;

  await using parser = parserApart();
  let [last, longestMs] = [threadCpuMs(), 0];
  const watching = setInterval(() => {
    const now = threadCpuMs();
    longestMs = Math.max(longestMs, now - last);
    last = now;
  }, 1);
  try {
    assert.equal((await parser.read(content, CONTEXT)).item.id, item.id);
    // The turn of the event loop that delivered the answer counts as well.
    await delay(2);
  } finally {
    clearInterval(watching);
  }
  assert.ok(
    longestMs < hereMs / 2,
    `blocked for ${longestMs} ms, and cutting in this thread takes ${hereMs} ms`,
  );
});
