import type { JSX } from "preact";
import type { MediaItem } from "@/lib/media/mod.ts";
import { parseRenditionSpec, src } from "@/lib/media/browser.ts";
import type { Thing } from "@/lib/define.ts";

/** The shape in which most services show the picture of a link. */
const SHAPE = "2:1";
const WIDEST = 1280;

/**
 * The tags in the head of a buyer page for search engines, and for services that show what a pasted link leads to. A page
 * for one buyer is not to be listed, but a pasted link to it shows what it leads to, so its address is whole.
 */
export function PageTags(
  { site, title, description, address, query, isPersonal, picture, standIn, thing }: {
    /** Name of the site. */
    site: string;
    title: string;
    description: string;
    /** The absolute address of the page without its query. */
    address: string;
    /** The query with its question mark; may be empty. */
    query: string;
    /** Whether the page holds a buyer's answers, or follows from what a buyer did. */
    isPersonal: boolean;
    /** A picture of the page's subject. */
    picture?: MediaItem | null | undefined;
    /** The picture of a pasted link to a page without one. */
    standIn?: MediaItem | null | undefined;
    /** The subject of the page. */
    thing?: Thing | undefined;
  },
): JSX.Element {
  const shared = picture ?? standIn;
  const image = shared ? imageOf(shared, address) : null;
  return (
    <>
      <meta name="description" content={description} />
      {isPersonal
        ? <meta name="robots" content="noindex" />
        : <link rel="canonical" href={address} />}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address + query} />
      {shared && image && (
        <>
          <meta property="og:image" content={image} />
          <SizeTags image={image} />
          <meta property="og:image:alt" content={shared.alt || shared.title || title} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
      {thing && (
        <script
          type="application/ld+json"
          // deno-lint-ignore react-no-danger
          dangerouslySetInnerHTML={{
            __html: inScript(
              structured({ thing, title, description, address, image: picture ? image : null }),
            ),
          }}
        />
      )}
    </>
  );
}

/** Returns the absolute address of a picture, in the shape and in a format that every service shows. */
function imageOf({ id, width }: MediaItem, address: string): string {
  return new URL(`${src(id, { width, shape: SHAPE }, WIDEST)}.jpeg`, address).href;
}

/** The size of a picture, without which some services show it only from the second time on. */
function SizeTags({ image }: { image: string }): JSX.Element | null {
  const spec = parseRenditionSpec(image.slice(image.lastIndexOf("/") + 1));
  return spec && (
    <>
      <meta property="og:image:width" content={String(spec.width)} />
      <meta property="og:image:height" content={String(spec.box?.height)} />
    </>
  );
}

/** Describes a thing and its place on the site in the vocabulary of schema.org. */
function structured({ thing: { within, ...facts }, title, description, address, image }: {
  thing: Thing;
  title: string;
  description: string;
  address: string;
  image: string | null;
}) {
  const crumbs = [[within.name, new URL(within.href, address).href], [title, address]];
  return {
    "@context": "https://schema.org",
    "@graph": [
      { ...facts, name: title, description, url: address, ...(image !== null && { image }) },
      {
        "@type": "BreadcrumbList",
        itemListElement: crumbs.map(([name, item], index) => ({
          "@type": "ListItem",
          position: index + 1,
          name,
          item,
        })),
      },
    ],
  };
}

/** Returns JSON that cannot end the script element it stands in. */
function inScript(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
