/**
 * Compares making a rendition of an original in the database with IPX, which reads the same file from disk, and sending
 * a cached rendition with making it.
 */
import { Buffer } from "node:buffer";
import sharp from "sharp";
import { openRenditions, type Renditions } from "@/lib/media/mod.ts";
import { nameRendition } from "@/lib/media/renditions/renditions.ts";
import type { RenditionFormat, RenditionSpec } from "@/lib/media/browser.ts";
import { migratedLocation, opened } from "../helpers/db.ts";
import { storePicture } from "../helpers/media.ts";
import { published } from "./published.ts";
import type { Bench, BenchRow } from "./report.ts";

const SIZE = { width: 2000, height: 1333 };
const WIDTH = 480;
const FORMATS = ["webp", "avif"] as const;
const ROUNDS = 15;
/** How often a round sends the cached rendition, because a single time is too short to measure. */
const SENDINGS = 20;
const FASTER_WHEN_KEPT = 20;

interface IpxModule {
  createIPX(options: { storage: unknown }): (
    id: string,
    modifiers: Record<string, string>,
  ) => { process(): Promise<{ data: Uint8Array | string }> };
  ipxFSStorage(options: { dir: string }): unknown;
}

/** Gets a picture, reads all of it, and returns its number of bytes. */
type Contender = () => Promise<number>;

export const renditions: Bench = {
  key: "renditions",
  title: "Renditions",
  about:
    `Both formats that browsers get today. Rows that make a rendition make a different one each time. Rows that send one “made before” send it from its\ncache file.`,
  run: benchRenditions,
};

async function benchRenditions(): Promise<BenchRow[]> {
  const folder = await Deno.makeTempDir({ prefix: "gss-bench-" });
  try {
    const original = await drawPhotograph();
    await Deno.writeFile(`${folder}/photograph.jpg`, original);
    const theirs = await ipx(folder);
    await using database = await opened(migratedLocation("embedded"));
    await storePicture(database.db, { id: "photograph", original, ...SIZE });
    const renditions = await openRenditions({
      db: database.db,
      library: { current: () => ({ version: 1 }) },
      cache: { folder: `${folder}/renditions`, maxBytes: 100_000_000 },
      importOriginal: () => Promise.resolve({ kind: "missing" }),
      now: () => new Date(),
      log: { warn: (message) => Promise.reject(new Error(message)) },
    });
    const rows: BenchRow[] = [];
    for (const format of FORMATS) {
      // The picture is never as high as its box, so each height makes a new rendition at the same cost.
      let height: number = SIZE.height;
      const make = () => ours(renditions, { format, box: { height: height++, fit: "contain" } });
      const sendAgain = () => ours(renditions, { format, box: null });
      const [made = 0, peer = 0, sent = 0] = await inTurns([
        make,
        theirs(format),
        async () => {
          let bytes = 0;
          for (let time = 0; time < SENDINGS; time++) bytes = await sendAgain();
          return bytes;
        },
      ]);
      rows.push(
        row({
          name: `${WIDTH} px ${format} from ${SIZE.width} × ${SIZE.height}`,
          peer: "ipx 3.1.1",
          ours: made,
          theirs: peer,
          aim: 1,
        }),
        row({
          name: `${WIDTH} px ${format} that was made before`,
          peer: "making it",
          ours: sent / SENDINGS,
          theirs: made,
          aim: FASTER_WHEN_KEPT,
        }),
      );
    }
    return rows;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function row(
  { aim, ...measured }: Pick<BenchRow, "name" | "peer" | "ours" | "theirs"> & { aim: number },
): BenchRow {
  const ratio = measured.theirs / measured.ours;
  return { ...measured, unit: "ms", ratio, aim: `at least ${aim}`, met: ratio >= aim };
}

/**
 * Returns the shortest time of each contender, in milliseconds. They take turns in each round. The shortest time is the
 * least disturbed by other work of the machine, which matters because a picture takes long.
 */
async function inTurns(contenders: readonly Contender[]): Promise<number[]> {
  const times = contenders.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, contender] of contenders.entries()) {
      const before = performance.now();
      const bytes = await contender();
      times[index]?.push(performance.now() - before);
      if (bytes < 1000) throw new Error(`Cannot compare: a picture has ${bytes} bytes`);
    }
  }
  return times.map((own) => Math.min(...own));
}

async function ours(
  renditions: Renditions,
  { format, box }: { format: RenditionFormat; box: RenditionSpec["box"] },
): Promise<number> {
  const head = await renditions.find("photograph");
  const { original } = head ?? { original: null };
  if (head === null || original === null) throw new Error("Cannot find the picture");
  const spec = { width: WIDTH, box, format } as const;
  const rendition = nameRendition({ ...head, original }, { spec, format });
  const kept = await renditions.open(rendition, {
    address: "",
    signal: new AbortController().signal,
    mayMake: () => Promise.resolve(),
  });
  return (await new Response(kept?.body).bytes()).length;
}

async function ipx(dir: string): Promise<(format: RenditionFormat) => Contender> {
  const { createIPX, ipxFSStorage }: IpxModule = await import(published("ipx", "3.1.1"));
  const open = createIPX({ storage: ipxFSStorage({ dir }) });
  return (format) => async () => {
    const { data } = await open("photograph.jpg", { width: `${WIDTH}`, format }).process();
    return data.length;
  };
}

/**
 * Draws clouds of several sizes with grain and straight edges, which is as hard to encode as a photograph of a
 * building.
 */
async function drawPhotograph(): Promise<Uint8Array> {
  const clouds = await Promise.all([8, 40, 200, 700].map((across) => noise(across)));
  const [first, ...others] = clouds;
  const edges = Array.from({ length: 9 }, (_, index) => {
    const shade = 40 + 20 * index;
    return `<rect x="${120 + 200 * index}" y="${300 + 20 * index}" width="130" height="${
      800 - 30 * index
    }" fill="rgb(${shade},${shade + 10},${shade + 20})" fill-opacity="0.6"/>`;
  }).join("");
  const walls =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}">
    ${edges}</svg>`;
  return await sharp(first).composite([
    ...others.map((input) => ({ input, blend: "soft-light" as const })),
    { input: Buffer.from(walls) },
  ]).jpeg({ quality: 90, chromaSubsampling: "4:4:4" }).toBuffer();
}

function noise(across: number): Promise<Buffer> {
  const down = Math.round(across * SIZE.height / SIZE.width);
  const pixels = new Uint8Array(across * down * 3);
  // A fixed generator, so that the picture is the same in every run.
  let state = across;
  for (let index = 0; index < pixels.length; index++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    pixels[index] = state >>> 24;
  }
  return sharp(pixels, { raw: { width: across, height: down, channels: 3 } })
    .resize({ ...SIZE, fit: "fill" }).png({ compressionLevel: 1 }).toBuffer();
}
