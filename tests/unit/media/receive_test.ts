/** Reading the body of an upload: its pieces, its limit and the written file (spec §2.12). */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { SNIFFED_BYTES } from "@/lib/http/mod.ts";
import { INGEST_LIMITS } from "@/lib/media/mod.ts";
import { receive } from "@/lib/media/ingest/receive.ts";
import { inPieces, joined } from "@/tests/helpers/pictures.ts";

const JPEG = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0);

/** Receives a body in pieces of `size` bytes. Returns the outcome, how many pieces were read, and the written file. */
async function received(bytes: Uint8Array, size: number) {
  const folder = await Deno.makeTempDir();
  try {
    const path = `${folder}/sent`;
    let pieces = 0;
    const body = async function* () {
      for await (const piece of inPieces(bytes, size)) {
        pieces++;
        yield piece;
      }
    };
    const outcome = await receive(body(), path);
    return { outcome, pieces, file: await Deno.readFile(path) };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("an upload is written and hashed as it was sent, whatever its pieces (§2.12)", async () => {
  const bytes = joined(JPEG, new Uint8Array(3 * SNIFFED_BYTES).map((_, at) => at % 251));
  const hash = createHash("sha256").update(bytes).digest("hex");
  for (const size of [1, 3, 1_000, SNIFFED_BYTES, bytes.length]) {
    const { outcome, file } = await received(bytes, size);
    assert.ok("hash" in outcome, `${size}`);
    assert.deepEqual([outcome.kind, outcome.hash], ["jpeg", hash], `${size}`);
    assert.deepEqual(file, bytes, `${size}`);
  }
});

Deno.test("reading stops once the first bytes are of no accepted format, and a short file is read whole (§2.12)", async () => {
  const size = 100;
  const enough = Math.ceil(SNIFFED_BYTES / size);
  const text = joined("%PDF-1.7\n", new Uint8Array(20 * SNIFFED_BYTES));
  const { outcome, pieces } = await received(text, size);
  assert.deepEqual(["reason" in outcome && outcome.reason, pieces], ["type", enough]);
  const short = await received(joined("%PDF-1.7\n"), 1);
  assert.equal("reason" in short.outcome && short.outcome.reason, "type");
});

Deno.test("a file of 30 MB is the largest that is received (§2.12)", async () => {
  const reasonOf = async (length: number) => {
    const { outcome } = await received(joined(JPEG, new Uint8Array(length - JPEG.length)), 2 ** 20);
    return "reason" in outcome ? outcome.reason : null;
  };
  assert.equal(await reasonOf(INGEST_LIMITS.maxBytes), null);
  assert.equal(await reasonOf(INGEST_LIMITS.maxBytes + 1), "too_large");
});

Deno.test("a picture that is a program too is refused, and a drawing is left to the SVG parser (§2.12)", async () => {
  const program = "<script>alert(1)</script>";
  const photo = await received(joined(JPEG, new Uint8Array(SNIFFED_BYTES), program), 1_000);
  assert.equal("reason" in photo.outcome && photo.outcome.reason, "unsafe");
  const drawing = await received(
    joined(`<svg xmlns="http://www.w3.org/2000/svg">${program}</svg>`),
    1_000,
  );
  assert.equal("kind" in drawing.outcome && drawing.outcome.kind, "svg");
});

Deno.test("an upload never overwrites a file (§2.12)", async () => {
  const path = await Deno.makeTempFile();
  try {
    await assert.rejects(receive(inPieces(JPEG), path), Deno.errors.AlreadyExists);
  } finally {
    await Deno.remove(path);
  }
});
