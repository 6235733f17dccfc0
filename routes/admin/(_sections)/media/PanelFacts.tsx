/** Facts about an asset's file. */
import type { JSX } from "preact";
import type { Inspection } from "@/lib/media/mod.ts";
import { RENDITION_WIDTHS, renditionHref } from "@/lib/media/browser.ts";
import { Button } from "@/components/ui/Button.tsx";
import { Fact } from "@/components/admin/Facts.tsx";
import { Moment } from "@/components/admin/records.tsx";
import { PostForm } from "@/components/admin/RecordForm.tsx";
import { fileSize } from "./labels.ts";
import type { PanelData } from "./panel.ts";

/** The facts of the file: name, size, origin and download link. */
export function PanelFacts({ data: { record, asset } }: { data: PanelData }): JSX.Element {
  const { original, width, height, source, uploadedBy, remoteUrl } = asset;
  const { id, filename } = record;
  return (
    <section aria-labelledby="panel-facts" class="media-panel-part">
      <h3 id="panel-facts" class="font-medium">File</h3>
      <dl class="media-facts">
        <Fact term="Name">{filename}</Fact>
        <Fact term="Size">
          {width !== null && height !== null ? `${width} × ${height} pixels` : "Not known yet"}
          {original && `, ${formatOf(original.mime)}, ${fileSize(original.bytes)}`}
        </Fact>
        {asset.videoId !== null && <Fact term="Video">{asset.videoId}</Fact>}
        <Fact term="From">{source === "cms" ? "The CMS" : uploadedBy ?? "An upload"}</Fact>
        <CmsTexts record={record} cmsTexts={asset.cmsTexts} />
        <Fact term="Added">
          <Moment at={asset.createdAt} />
        </Fact>
        {remoteUrl !== null && (
          <Fact term="Address">
            <span class="wrap-anywhere">{remoteUrl}</span>
          </Fact>
        )}
        <Fact term="Id">
          <code class="font-mono text-xs wrap-anywhere">{id}</code>
        </Fact>
      </dl>
      {original && <Download item={asset.item} filename={filename} />}
    </section>
  );
}

/** Returns the name of a format: `image/jpeg` is "JPEG". */
function formatOf(mime: string): string {
  return mime.replace("image/", "").toUpperCase();
}

/** Shows for title and alt text whether each follows the CMS, and the CMS's text if staff changed it. */
function CmsTexts(
  { record, cmsTexts }: Pick<PanelData, "record"> & Pick<Inspection, "cmsTexts">,
): JSX.Element | null {
  if (!cmsTexts) return null;
  const each = [
    { name: "Title", said: cmsTexts.title, kept: record.title },
    { name: "Alt text", said: cmsTexts.alt, kept: record.altText },
  ];
  return (
    <Fact term="Texts">
      {each.map(({ name, said, kept }) => (
        <p key={name}>
          {kept === null || kept === said
            ? `${name} follows the CMS until you change it.`
            : `${name} is by staff.${said === null ? "" : ` The CMS’s was: “${said}”`}`}
        </p>
      ))}
    </Fact>
  );
}

function Download(
  { item, filename }: Pick<Inspection, "item"> & { filename: string },
): JSX.Element {
  const width = RENDITION_WIDTHS.findLast((each) => each <= item.width) ?? RENDITION_WIDTHS[0];
  const href = renditionHref(item.id, { width, box: null, format: "jpeg" });
  const name = `${filename.replace(/\.[a-z0-9]+$/i, "")}.jpg`;
  return (
    <p>
      <a href={href} download={name} class="text-link">Download, {width} pixels wide</a>
    </p>
  );
}

/** Why the original was not imported, with a button that tries again; nothing when it was. */
export function ImportFailure({ data: { asset, action } }: { data: PanelData }) {
  const failure = asset.importFailure;
  if (!failure) return null;
  return (
    <div class="grid justify-items-start gap-2 border-s-3 border-danger bg-danger-soft px-3.5 py-2.5 wrap-anywhere">
      <p>
        <strong>The original could not be imported.</strong> {failure.reason}
        {failure.at && (
          <>
            {" "}Tried <Moment at={failure.at} />.
          </>
        )}
      </p>
      <PostForm action={action} hidden={{ intent: "retry" }}>
        <Button variant="secondary">Try again</Button>
      </PostForm>
    </div>
  );
}
