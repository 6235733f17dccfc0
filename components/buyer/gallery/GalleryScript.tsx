import { asset, Head } from "fresh/runtime";
import type { JSX } from "preact";

/** Loads the script of galleries and videos. In the head, where equal elements of a page are one. */
export function GalleryScript(): JSX.Element {
  return (
    <Head>
      <script src={asset("/gallery.js")} defer />
    </Head>
  );
}
