/** Uploads of pictures and videos by staff (§2.12, §4.11). */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import sharp from "sharp";
import type { DatabaseHandle } from "@/lib/db/mod.ts";
import { addVideo, ingestFile, type IngestOutcome, readOriginal } from "@/lib/media/mod.ts";
import { eachEngine } from "@/tests/helpers/db.ts";
import {
  bytesOf,
  drawn,
  inPieces,
  joined,
  pictureFile,
  svgFile,
} from "@/tests/helpers/pictures.ts";

const BY = { staff: { email: "editor@example.com" }, requestId: "request-1" };

interface Uploads {
  readonly folder: string;
  upload(name: string, bytes: Uint8Array): Promise<IngestOutcome>;
}

/** Registers a test with its own upload folder, which must be empty afterwards. */
function eachUpload(
  name: string,
  test: (database: DatabaseHandle, uploads: Uploads) => Promise<void>,
): void {
  eachEngine(name, async (database, { dataDir }) => {
    const folder = `${dataDir}/uploads`;
    const { db } = database;
    await test(database, {
      folder,
      upload: (name, bytes) => ingestFile({ db, folder }, { name, body: inPieces(bytes), by: BY }),
    });
    assert.deepEqual(await Array.fromAsync(Deno.readDir(folder)), [], "files are left behind");
  });
}

function storedOf(outcome: IngestOutcome) {
  assert.equal(outcome.kind, "stored", JSON.stringify(outcome));
  assert.ok(outcome.kind === "stored");
  return outcome.asset;
}

async function originalOf({ db }: DatabaseHandle, id: string): Promise<Uint8Array<ArrayBuffer>> {
  return joined(...await Array.fromAsync(readOriginal(db, id)));
}

eachUpload(
  "the format of an upload is recognised by its content, whatever its name (§2.12)",
  async (
    database,
    { upload },
  ) => {
    const kinds = [
      ["jpeg", "photo.jpg", "image/jpeg"],
      ["png", "really-a-png.jpg", "image/png"],
      ["webp", "no-ending", "image/jpeg"],
      ["avif", "../../U\u0308bung „Wand“ 1.AVIF", "image/jpeg"],
    ] as const;
    for (const [seed, [format, name, mime]] of kinds.entries()) {
      const { id } = storedOf(await upload(name, await pictureFile(format, { seed })));
      const row = await database.db.selectFrom("media_assets").selectAll().where("id", "=", id)
        .executeTakeFirstOrThrow();
      assert.deepEqual(
        [row.mime, row.width, row.height, row.type],
        [mime, 320, 200, "image"],
        name,
      );
      const original = await originalOf(database, id);
      assert.equal(original.length, row.bytes);
      assert.equal(createHash("sha256").update(original).digest("hex"), row.original_hash);
      const metadata = await sharp(original).metadata();
      assert.equal(`image/${metadata.format}`, mime);
      assert.match(row.placeholder ?? "", /^#[0-9a-f]{6}$/);
      assert.equal(row.uploaded_by, BY.staff.email);
    }
    const rows = await database.db.selectFrom("media_assets").select(["id", "filename"])
      .orderBy("filename").execute();
    assert.ok(rows.some(({ filename }) => filename === "Übung „Wand“ 1.AVIF"));
    assert.ok(rows.some(({ id }) => /^ubung-wand-1-[0-9a-f]{10}$/.test(id)), JSON.stringify(rows));
  },
);

eachUpload(
  "an SVG drawing is stored as a PNG 2400 pixels long",
  async (database, { upload }) => {
    const file = joined(
      `\ufeff<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/x.dtd">`,
      svgFile(
        `<defs><g id="leaf"><rect x="10" y="10" width="30" height="100" fill="#fff"/></g></defs>
       <use xlink:href="#leaf" x="100"/><metadata>x</metadata><style>.a{fill:url(#g)}</style>
       <a href="https://example.com/"><circle class="a" cx="300" cy="100" r="40"/></a>`,
      ),
    );
    const { id, width, height } = storedOf(await upload("elevation.svg", file));
    assert.deepEqual([width, height], [2400, 1200]);
    const original = await originalOf(database, id);
    assert.equal((await sharp(original).metadata()).format, "png");
    const { data, info } = await sharp(original).removeAlpha().raw().toBuffer({
      resolveWithObject: true,
    });
    const at = (
      x: number,
      y: number,
    ) => [...data.subarray((y * info.width + x) * 3).subarray(0, 3)];
    assert.deepEqual(at(125 * 6, 50 * 6), [255, 255, 255], "a reused element is drawn");
    assert.deepEqual(at(5, 5), [34, 170, 102]);
  },
);

eachUpload(
  "lines and gradients of a drawing keep their direction",
  async (database, { upload }) => {
    const file = svgFile(
      `<defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff"/>
       <stop offset="1" stop-color="#000"/></linearGradient></defs>
     <rect x="0" y="0" width="100" height="200" fill="url(#g)"/>
     <line x1="200" y1="0" x2="400" y2="200" stroke="#000" stroke-width="20"/>`,
    );
    const { id } = storedOf(await upload("section.svg", file));
    const { data, info } = await sharp(await originalOf(database, id)).greyscale().raw()
      .toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => data[(y * info.width + x) * info.channels] ?? NaN;
    assert.ok(at(50 * 6, 10 * 6) > 200, "the gradient is light at the top");
    assert.ok(at(50 * 6, 190 * 6) < 50, "and dark at the bottom");
    assert.ok(at(300 * 6, 100 * 6) < 20, "the line is drawn through its middle");
  },
);

eachUpload(
  "an original is turned upright, at most 4096 pixels long, and without metadata",
  async (
    database,
    { upload },
  ) => {
    const secret = "At home with Jane Doe, 12 Mill Lane";
    const photo = drawn({ width: 5000, height: 100 }).withExif({
      IFD0: { ImageDescription: secret },
      IFD3: { GPSLatitude: "51/1 30/1 0/1" },
    }).withMetadata({ orientation: 6 }).jpeg();
    const file = joined(await bytesOf(photo), `PK\x03\x04 ${secret}`);
    assert.ok(new TextDecoder().decode(file).includes(secret));
    const { id, width, height } = storedOf(await upload("photo.jpg", file));
    assert.deepEqual([width, height], [82, 4096]);
    const original = await originalOf(database, id);
    assert.ok(!new TextDecoder("latin1").decode(original).includes("Jane"));
    const { exif, icc, xmp, orientation, space } = await sharp(original).metadata();
    assert.deepEqual([exif, icc, xmp, orientation, space], Array(4).fill(undefined).concat("srgb"));
  },
);

eachUpload(
  "a large original is stored in chunks of 256 KiB, and read back as it was written",
  async (
    database,
    { upload },
  ) => {
    const noise = { width: 900, height: 900, channels: 3 as const };
    const picture = sharp({
      create: {
        ...noise,
        background: "#000",
        noise: {
          type: "gaussian",
          mean: 128,
          sigma: 60,
        },
      },
    }).png();
    const { id } = storedOf(await upload("noise.png", await bytesOf(picture)));
    const chunks = await Array.fromAsync(readOriginal(database.db, id));
    assert.ok(chunks.length > 3);
    assert.ok(chunks.slice(0, -1).every(({ length }) => length === 256 * 1024));
    const { original_hash } = await database.db.selectFrom("media_assets").select("original_hash")
      .where("id", "=", id).executeTakeFirstOrThrow();
    assert.equal(createHash("sha256").update(joined(...chunks)).digest("hex"), original_hash);
    assert.deepEqual(await Array.fromAsync(readOriginal(database.db, "no-such")), []);
  },
);

eachUpload(
  "a file that is already stored is a duplicate, also when it is uploaded twice at once",
  async (
    { db },
    { upload },
  ) => {
    const file = await pictureFile("jpeg");
    const outcomes = await Promise.all([upload("a.jpg", file), upload("b.jpg", file)]);
    assert.deepEqual(outcomes.map(({ kind }) => kind).sort(), ["duplicate", "stored"]);
    const again = await upload("c.jpg", file);
    assert.equal(again.kind, "duplicate");
    const ids = new Set(
      [...outcomes, again].map((outcome) => outcome.kind === "refused" ? "" : outcome.asset.id),
    );
    assert.equal(ids.size, 1);
    const { count } = await db.selectFrom("media_assets")
      .select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
    assert.equal(count, 1);
  },
);

eachUpload("an upload writes one audit entry, a duplicate or refused one none (§6.2)", async (
  database,
  { upload },
) => {
  const { id } = storedOf(await upload("wall.jpg", await pictureFile("jpeg")));
  await upload("wall.jpg", await pictureFile("jpeg"));
  await upload("wall.gif", await pictureFile("gif"));
  const entries = await database.db.selectFrom("audit_log").selectAll().execute();
  assert.equal(entries.length, 1);
  const [entry] = entries;
  assert.deepEqual(
    [entry?.actor, entry?.action, entry?.entity_type, entry?.entity_id, entry?.request_id],
    [BY.staff.email, "create", "media", id, BY.requestId],
  );
  assert.equal(entry?.before, null);
  assert.equal(Reflect.get(entry?.after ?? {}, "filename"), "wall.jpg");
});

interface VideoSent {
  readonly videoId: string;
  /** Seed of its still. */
  readonly seed: number;
}

async function sendVideo(
  { db }: DatabaseHandle,
  folder: string,
  { videoId, seed }: VideoSent,
): Promise<IngestOutcome> {
  return await addVideo({ db, folder }, {
    videoId,
    name: "still.jpg",
    body: inPieces(await pictureFile("jpeg", { seed })),
    title: "How it folds",
    altText: null,
    by: BY,
  });
}

eachUpload("a video is stored as its id at the video host, with a still (§4.11)", async (
  database,
  { folder },
) => {
  const add = (videoId: string) => sendVideo(database, folder, { videoId, seed: 1 });
  const first = storedOf(await add("abc123def4"));
  assert.match(first.id, /^video-abc123def4-[0-9a-f]{10}$/);
  assert.deepEqual(
    [first.type, first.video_id, first.title],
    ["video", "abc123def4", "How it folds"],
  );
  assert.equal((await add("abc123def4")).kind, "duplicate");
  assert.equal(storedOf(await add("zzz123def4")).type, "video", "videos may have the same still");
});

eachUpload("a video that is added again with another still gets another id", async (
  database,
  { folder },
) => {
  const add = (seed: number) => sendVideo(database, folder, { videoId: "abc123def4", seed });
  const first = storedOf(await add(1));
  await database.db.deleteFrom("media_assets").where("id", "=", first.id).execute();
  assert.notEqual(storedOf(await add(2)).id, first.id);
});

eachUpload(
  "a video that is added several times at once is stored once",
  async (database, { folder }) => {
    const outcomes = await Promise.all(
      [1, 2, 3].map((seed) => sendVideo(database, folder, { videoId: "abc123def4", seed })),
    );
    const kinds = outcomes.map(({ kind }) => kind).sort();
    assert.deepEqual(kinds, ["duplicate", "duplicate", "stored"]);
    const ids = outcomes.map((outcome) => outcome.kind === "refused" ? "" : outcome.asset.id);
    assert.equal(new Set(ids).size, 1);
  },
);

eachUpload(
  "a disk error is thrown, not reported as a damaged picture",
  async ({ db }, { folder }) => {
    const bytes = await pictureFile("jpeg");
    async function* blockOriginal() {
      for await (const { name } of Deno.readDir(folder)) {
        await Deno.mkdir(`${folder}/${name}/original`);
      }
      yield bytes;
    }
    const sent = ingestFile({ db, folder }, { name: "a.jpg", body: blockOriginal(), by: BY });
    await assert.rejects(sent, /unable to open for write/);
  },
);
