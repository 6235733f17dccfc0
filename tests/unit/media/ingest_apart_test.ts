/** Pictures are decoded in a child process, which is killed when it exceeds its limits (§8). */
import assert from "node:assert/strict";
import { AppError } from "@/lib/http/mod.ts";
import { normalise } from "@/lib/media/ingest/normalise.ts";
import { withScratch } from "@/lib/media/ingest/scratch.ts";
import { pictureFile, svgFile } from "@/tests/helpers/pictures.ts";

type Bounds = Parameters<typeof normalise>[2];

/** Decodes a picture, and counts the turns of a timer in this process meanwhile. */
async function decode(kind: "svg" | "png", bytes: Uint8Array, bounds?: Bounds) {
  const folder = await Deno.makeTempDir({ prefix: "gss-test-" });
  let turns = 0;
  const counting = setInterval(() => turns++, 5);
  try {
    return await withScratch(folder, async (scratch) => {
      await Deno.writeFile(`${scratch}/sent`, bytes);
      const result = await normalise(
        { kind, path: `${scratch}/sent` },
        `${scratch}/original`,
        bounds,
      );
      return { result, turns };
    });
  } finally {
    clearInterval(counting);
    await Deno.remove(folder, { recursive: true });
  }
}

/** A drawing of a few megabytes that takes seconds and hundreds of megabytes to parse. */
const VAST = svgFile("<g/>".repeat(900_000));

/** Memory of this thread in bytes; other test files run in other threads of the process. */
function ownMemory(): number {
  const { heapUsed, external } = Deno.memoryUsage();
  return heapUsed + external;
}

Deno.test("a drawing that takes too long is aborted, and does not block this process (§8)", async () => {
  const { result, turns } = await decode("svg", VAST, { timeMs: 300 });
  assert.ok("reason" in result);
  assert.deepEqual([result.reason, result.message], [
    "too_large",
    "It takes too long to draw. Send it as a picture.",
  ]);
  assert.ok(turns > 3, `${turns} turns`);
});

Deno.test("a drawing that takes too much memory is aborted, and takes none of this process (§8)", async () => {
  const before = ownMemory();
  const { result, turns } = await decode("svg", VAST, { memoryMiB: 200 });
  assert.ok("reason" in result);
  assert.deepEqual([result.reason, result.message], [
    "too_large",
    "It takes more memory to read than there is for it.",
  ]);
  assert.ok(ownMemory() - before < 150 * 2 ** 20);
  assert.ok(turns > 3, `${turns} turns`);
});

Deno.test("a picture is decoded in a child process, which ends afterwards (§8)", async () => {
  const { result } = await decode("png", await pictureFile("png", { width: 90, height: 60 }));
  assert.ok(!("reason" in result));
  assert.deepEqual([result.mime, result.width, result.height], ["image/png", 90, 60]);
});

Deno.test("a picture whose sender has left is not decoded further (§8)", async () => {
  const start = performance.now();
  await assert.rejects(
    decode("svg", VAST, { timeMs: 60_000, signal: AbortSignal.timeout(1_000) }),
    { name: "AppError", message: "Cannot read the picture: its sender has left" },
  );
  const { result } = await decode("png", await pictureFile("png", { width: 90, height: 60 }));
  assert.ok("hash" in result);
  assert.ok(performance.now() - start < 30_000, "the decoder is free again");
});

Deno.test("an error that is not the picture's fault is thrown, not returned as a refusal (§8)", async () => {
  const bytes = await pictureFile("png", { width: 90, height: 60 });
  const folder = await Deno.makeTempDir({ prefix: "gss-test-" });
  await Deno.writeFile(`${folder}/sent`, bytes);
  await assert.rejects(
    normalise({ kind: "png", path: `${folder}/sent` }, `${folder}/nowhere/original`),
    (error: Error) => {
      assert.ok(!(error instanceof AppError));
      assert.match(error.message, /nowhere/);
      return true;
    },
  );
  await Deno.remove(folder, { recursive: true });
});

/** Runs `write` in a scratch folder whose disk is full: the folder's `full` leads to `/dev/full`. */
async function onFullDisk(write: (path: string) => Promise<unknown>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "gss-test-" });
  const work = withScratch(folder, async (scratch) => {
    await Deno.symlink("/dev/full", `${scratch}/full`);
    await write(`${scratch}/full`);
  });
  await assert.rejects(work, { name: "ScratchError", outage: true });
  assert.deepEqual(await Array.fromAsync(Deno.readDir(folder)), []);
  await Deno.remove(folder, { recursive: true });
}

Deno.test({
  name: "a disk that fills while a file is received or re-encoded is an outage (design §7)",
  ignore: Deno.build.os !== "linux",
  async fn() {
    const bytes = await pictureFile("png", { width: 90, height: 60 });
    await onFullDisk((path) => Deno.writeFile(path, bytes));
    await onFullDisk(async (path) => {
      await Deno.writeFile(`${path}-sent`, bytes);
      await normalise({ kind: "png", path: `${path}-sent` }, path);
    });
  },
});
