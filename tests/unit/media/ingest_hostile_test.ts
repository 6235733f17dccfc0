/** Files that are sent to do harm, or that are just not pictures: refused, and nothing is left of them. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import sharp from "sharp";
import { DEFAULT_ENGINE, disposable, migratedLocation } from "../../helpers/db.ts";
import { openDatabase } from "../../../lib/db/mod.ts";
import { INGEST_LIMITS, ingestFile, type RefusalReason } from "../../../lib/media/mod.ts";
import {
  animatedWebp,
  bomb,
  bytesOf,
  drawn,
  inPieces,
  joined,
  pictureFile,
  pngFile,
  svgFile,
} from "../../helpers/pictures.ts";

/** The shortest archive: nothing but the record that ends one. */
const JAR = `PK\x05\x06${"\0".repeat(18)}`;

type Row = readonly [
  name: string,
  make: () => Uint8Array | Promise<Uint8Array>,
  reason: RefusalReason,
  says: RegExp,
];

const half = async (file: Promise<Uint8Array>) => {
  const bytes = await file;
  return bytes.subarray(0, bytes.length / 2);
};

/** As much as a photo needs to be cut off within. */
const large = { width: 1200, height: 800 };
const isoFile = (brand: string) =>
  joined(
    Uint8Array.of(0, 0, 0, 24),
    `ftyp${brand}`,
    new Uint8Array(4),
    `isom${brand}`,
    "x".repeat(3000),
  );

/** Answers ten times as much at each level. */
const LAUGHS = `<!DOCTYPE svg [<!ENTITY a "ha">${
  Array.from("bcdefghij", (name, at) => `<!ENTITY ${name} "${`&${"abcdefghi"[at]};`.repeat(10)}">`)
    .join("")
}]>`;

/** The same with parts that are used again. */
const USES = Array.from(
  { length: 9 },
  (_, at) => `<g id="u${at + 1}">${`<use href="#u${at}"/>`.repeat(10)}</g>`,
).join("");

const svg = (inside: string, attributes?: string) => () => svgFile(inside, attributes);
const embedded = async () => {
  const pixels = { width: 5000, height: 5000, channels: 3 as const, background: "#fff" };
  const picture = await sharp({ create: pixels }).png().toBuffer();
  return svgFile(`<image href="data:image/png;base64,${picture.toString("base64")}"/>`);
};

const HOSTILE: readonly Row[] = [
  ["nothing at all", () => new Uint8Array(), "empty", /empty/],
  [
    "31 MB",
    () => joined(Uint8Array.of(0xff, 0xd8, 0xff), Buffer.alloc(31 * 1024 * 1024)),
    "too_large",
    /larger than 30 MB/,
  ],
  [
    "20,000 × 20,000",
    () => pngFile({ width: 20_000, height: 20_000, data: bomb(60_000_000) }),
    "too_large",
    /20000 × 20000 pixels/,
  ],
  [
    "60,000 × 60,000",
    () => pngFile({ width: 60_000, height: 60_000, data: bomb(1000) }),
    "too_large",
    /16384 is the longest side/,
  ],
  [
    "9,000 × 9,000",
    () => pngFile({ width: 9_000, height: 9_000, data: bomb(1000) }),
    "too_large",
    /more than 60 megapixels/,
  ],
  [
    "a header that promises more than there is",
    () => pngFile({ width: 7_000, height: 8_000, data: bomb(1000) }),
    "broken",
    /broken off/,
  ],
  ["a dot", () => pictureFile("png", { width: 1, height: 1 }), "too_small", /too small/],
  ["a JPEG broken off", () => half(pictureFile("jpeg", large)), "broken", /broken off/],
  ["a PNG broken off", () => half(pictureFile("png", large)), "broken", /broken off/],
  ["a WebP broken off", () => half(pictureFile("webp", large)), "broken", /broken off/],
  ["an AVIF broken off", () => half(pictureFile("avif", large)), "broken", /broken off/],
  ["the first bytes of a JPEG", () => Uint8Array.of(0xff, 0xd8, 0xff, 0xe0), "broken", /damaged/],
  [
    "the name of one format, the rest of another",
    async () =>
      joined(
        "\x89PNG\r\n\x1a\n".split("").map((c) => String.fromCharCode(c.charCodeAt(0))).join(""),
        await pictureFile("jpeg"),
      ),
    "type",
    /not a picture/,
  ],
  ["an animated WebP", animatedWebp, "animated", /animation/],
  [
    "a GIF that is a jar",
    () => joined("GIF89a", new Uint8Array(20), "PK\x03\x04META-INF"),
    "type",
    /a GIF/,
  ],
  ["a zip archive", () => joined("PK\x03\x04", new Uint8Array(2000)), "type", /an archive/],
  ["a program called picture.png", () => joined("MZ", new Uint8Array(2000)), "type", /a program/],
  ["a PDF", () => joined("%PDF-1.7\n"), "type", /PDF/],
  ["a TIFF", () => pictureFile("tiff"), "type", /TIFF/],
  ["a web page", () => joined("<!doctype html><script>alert(1)</script>"), "type", /web page/],
  ["a web page after blanks", () => joined("\n\n <HTML><svg/></HTML>"), "type", /web page/],
  ["plain text", () => joined("Dear Sir or Madam"), "type", /not a picture/],
  ["a HEIC picture", () => isoFile("heic"), "type", /HEIC/],
  ["an MP4", () => isoFile("mp42"), "video", /video host.*Add a video/s],
  ["a MOV", () => isoFile("qt  "), "video", /video host/],
  ["a WebM", () => joined(Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3), "webm"), "video", /video host/],
  [
    "a photo that is a jar",
    async () => joined(await pictureFile("jpeg"), JAR),
    "unsafe",
    /archive/,
  ],
  [
    "a jar with a remark",
    async () => joined(await pictureFile("png"), JAR.slice(0, -2), "\x05\0hello"),
    "unsafe",
    /archive/,
  ],
  [
    "a photo with a page in its metadata",
    () =>
      bytesOf(
        drawn().jpeg().withExif({ IFD0: { Copyright: "<SCRIPT>alert(document.domain)</SCRIPT>" } }),
      ),
    "unsafe",
    /web page/,
  ],
  [
    "a photo with a program behind it",
    async () => joined(await pictureFile("webp"), "<?php system($_GET[0]); ?>"),
    "unsafe",
    /program/,
  ],
  [
    "a PNG that is a PDF",
    () =>
      pngFile({ width: 16, height: 16, data: bomb(16 * 49) }, ["tEXt", joined("k\0%PDF-1.7\n")]),
    "unsafe",
    /PDF/,
  ],
  ["an SVG with a script", svg("<script>alert(1)</script>"), "unsafe", /a script/],
  [
    "an SVG with a script by prefix",
    svg('<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>'),
    "unsafe",
    /a script/,
  ],
  ["an SVG with onload", svg("", 'onload="alert(1)"'), "unsafe", /event handler/],
  ["an SVG with ONCLICK", svg('<g ONCLICK="alert(1)"/>'), "unsafe", /event handler/],
  [
    "an SVG with a link that runs",
    svg('<a xlink:href=" javascript:alert(1)"/>'),
    "unsafe",
    /script/,
  ],
  [
    "an SVG that loads from elsewhere",
    svg('<image xlink:href="http://169.254.169.254/x.png"/>'),
    "unsafe",
    /somewhere else/,
  ],
  [
    "an SVG that reads a file",
    svg('<image href="file:///etc/passwd"/>'),
    "unsafe",
    /somewhere else/,
  ],
  [
    "an SVG that reads a file beside it",
    svg('<image href="secret.png"/>'),
    "unsafe",
    /somewhere else/,
  ],
  [
    "an SVG that uses another's parts",
    svg('<use href="https://a.test/x.svg#a"/>'),
    "unsafe",
    /somewhere/,
  ],
  [
    "an SVG within an SVG",
    svg('<image href="data:image/svg+xml;base64,PHN2Zy8+"/>'),
    "unsafe",
    /somewhere else/,
  ],
  [
    "an SVG that fills from elsewhere",
    svg('<rect fill="url(http://a.test/#b)"/>'),
    "unsafe",
    /somewhere/,
  ],
  [
    "an SVG that imports a style",
    svg('<style>@import "//a.test/x.css";</style>'),
    "unsafe",
    /somewhere/,
  ],
  [
    "an SVG that hides an address",
    svg("<style>a{fill:u\\72l(//a.test)}</style>"),
    "unsafe",
    /somewhere/,
  ],
  [
    "an SVG with a page in it",
    svg("<foreignObject><b/></foreignObject>"),
    "unsafe",
    /another kind/,
  ],
  ["an SVG that laughs", () => joined(LAUGHS, svgFile("<text>&j;</text>")), "unsafe", /entities/],
  [
    "an SVG with a file as entity",
    () =>
      joined(
        '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
        svgFile("<text>&x;</text>"),
      ),
    "unsafe",
    /entities/,
  ],
  ["an SVG with an entity that is not there", svg("<text>&x;</text>"), "broken", /well formed/],
  ["an SVG that is broken off", () => svgFile().subarray(0, 150), "broken", /well formed/],
  [
    "an SVG that is not UTF-8",
    () => joined("<svg>", Uint8Array.of(0xff, 0xfe), "</svg>"),
    "broken",
    /well formed/,
  ],
  [
    "an SVG that uses its parts a billion times",
    svg(`<g id="u0"/>${USES}`),
    "too_large",
    /too many parts/,
  ],
  [
    "an SVG that uses itself",
    svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'),
    "too_large",
    /too many parts/,
  ],
  [
    "an SVG of nothing but depth",
    svg("<g>".repeat(3_000) + "</g>".repeat(3_000)),
    "too_large",
    /too many parts/,
  ],
  [
    "an SVG deeper than a stack",
    svg("<g>".repeat(200_000) + "</g>".repeat(200_000)),
    "broken",
    /cannot be read|can be read/,
  ],
  [
    "an SVG whose width is a megabyte of blanks",
    () => joined(`<svg width="1${" ".repeat(1024 * 1024)}x" height="1"></svg>`),
    "broken",
    /how large the drawing is/,
  ],
  ["an SVG of too many parts", svg("<g/>".repeat(60_000)), "too_large", /too many parts/],
  ["an SVG of 5 MB", svg(`<!-- ${" ".repeat(5 * 1024 * 1024)} -->`), "too_large", /more than 4 MB/],
  ["an SVG with a large picture in it", embedded, "too_large", /too many pixels/],
  [
    "an SVG that takes minutes to draw",
    svg(
      Array.from(
        { length: 20_000 },
        (_, at) => `<path opacity=".5" d="M${at % 400} 0L${400 - at % 400} 200L200 ${at % 200}Z"/>`,
      ).join(""),
    ),
    "too_large",
    /too long to draw/,
  ],
  [
    "an SVG without a size",
    () => joined('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    "broken",
    /how large/,
  ],
  [
    "an SVG that is a line",
    () => joined('<svg viewBox="0 0 100000 1"></svg>'),
    "broken",
    /how large/,
  ],
  ["XML that is no drawing", () => joined('<?xml version="1.0"?><plist/>'), "type", /no drawing/],
];

/** Strange, but pictures. */
const HARMLESS: readonly (readonly [name: string, make: () => Uint8Array | Promise<Uint8Array>])[] =
  [
    [
      "a PNG with far more data than pixels",
      () => pngFile({ width: 100, height: 100, data: bomb(300_000_000) }),
    ],
    [
      "a PNG whose remark unfolds to a gigabyte",
      () =>
        pngFile({ width: 16, height: 16, data: bomb(16 * 49) }, [
          "zTXt",
          joined("k\0\0", bomb(1_000_000_000)),
        ]),
    ],
    [
      "a picture as large as they may be",
      () => bytesOf(drawn({ width: 9_000, height: 6_600 }).png()),
    ],
    [
      "a photo with a film behind it, as phones add one",
      async () => joined(await pictureFile("jpeg"), "MotionPhoto_Data", isoFile("mp42")),
    ],
    [
      "a photo with the signature of an archive that is none",
      async () => joined(await pictureFile("jpeg"), "PK\x05\x06", new Uint8Array(30)),
    ],
  ];

Deno.test("files that do harm are refused, and the service lives on within bounds (§8)", async (t) => {
  await using location = await migratedLocation(DEFAULT_ENGINE);
  await using database = disposable(await openDatabase(location));
  const { db } = database;
  const folder = `${location.dataDir}/uploads`;
  const by = { staff: { email: "editor@example.com" }, requestId: null };
  const take = async (name: string, make: Row[1]) =>
    await ingestFile({ db, folder }, { name, body: inPieces(await make()), by });
  const left = () => Array.fromAsync(Deno.readDir(folder));

  for (const [name, make, reason, says] of HOSTILE) {
    await t.step(name, async () => {
      const outcome = await take(name, make);
      assert.ok(outcome.kind === "refused", outcome.kind);
      assert.match(outcome.message, says);
      assert.equal(outcome.reason, reason);
      assert.deepEqual(await left(), []);
    });
  }
  assert.deepEqual(await db.selectFrom("media_assets").select("id").execute(), []);
  assert.deepEqual(await db.selectFrom("media_blobs").select("seq").execute(), []);
  assert.deepEqual(await db.selectFrom("audit_log").select("seq").execute(), []);

  for (const [name, make] of HARMLESS) {
    await t.step(`${name} is taken in`, async () => {
      assert.equal((await take(name, make)).kind, "stored");
      assert.deepEqual(await left(), []);
    });
  }

  await t.step("no more is read of a file than shows that it is not taken", async () => {
    let read = 0;
    const endless = async function* () {
      yield new Uint8Array(await pictureFile("jpeg"));
      for (;;) {
        read += 65_536;
        yield new Uint8Array(65_536);
      }
    };
    const outcome = await ingestFile({ db, folder }, { name: "a", body: endless(), by });
    assert.ok(outcome.kind === "refused" && outcome.reason === "too_large");
    assert.ok(read < INGEST_LIMITS.maxBytes + 1_000_000);
  });

  await t.step("a file that breaks off on its way leaves nothing", async () => {
    const broken = async function* () {
      yield new Uint8Array(await pictureFile("jpeg"));
      throw new Error("connection reset");
    };
    await assert.rejects(
      ingestFile({ db, folder }, { name: "a", body: broken(), by }),
      /connection reset/,
    );
    assert.deepEqual(await left(), []);
  });
});
