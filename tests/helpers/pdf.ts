/** Builds small PDF files for tests. */

/** A line of text: font size in points, distance from the bottom of the page in points, text. */
export type PdfLine = readonly [size: number, y: number, text: string];

/** Builds a PDF from the lines of its pages. */
export function aPdf(pages: readonly (readonly PdfLine[])[]): Uint8Array<ArrayBuffer> {
  const contents = pages.map((lines) =>
    new TextEncoder().encode(
      lines.map(([size, y, text]) => `BT /F1 ${size} Tf 50 ${y} Td (${text}) Tj ET`).join("\n"),
    )
  );
  return pdfOf(contents.map((bytes) => ({ bytes, filter: "" })));
}

/** Builds a PDF from the content streams of its pages, each with its filter entry. */
export function pdfOf(
  streams: readonly { readonly bytes: Uint8Array<ArrayBuffer>; readonly filter: string }[],
): Uint8Array<ArrayBuffer> {
  const kids = streams.map((_, index) => `${4 + index * 2} 0 R`).join(" ");
  const objects: Uint8Array<ArrayBuffer>[] = [
    bytes("<</Type/Catalog/Pages 2 0 R>>"),
    bytes(`<</Type/Pages/Kids[${kids}]/Count ${streams.length}/MediaBox[0 0 600 800]>>`),
    bytes("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"),
    ...streams.flatMap((stream, index) => [
      bytes(
        `<</Type/Page/Parent 2 0 R/Resources<</Font<</F1 3 0 R>>>>/Contents ${5 + index * 2} 0 R>>`,
      ),
      join([
        bytes(`<<${stream.filter}/Length ${stream.bytes.length}>>\nstream\n`),
        stream.bytes,
        bytes("\nendstream"),
      ]),
    ]),
  ];
  const parts = [bytes("%PDF-1.4\n")];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  for (const [index, object] of objects.entries()) {
    const part = join([bytes(`${index + 1} 0 obj\n`), object, bytes("\nendobj\n")]);
    offsets.push(length);
    length += part.length;
    parts.push(part);
  }
  const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join(
    "",
  );
  parts.push(bytes(
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}` +
      `trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${length}\n%%EOF\n`,
  ));
  return join(parts);
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function join(parts: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
