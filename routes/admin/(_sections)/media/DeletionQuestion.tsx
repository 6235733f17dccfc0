import type { JSX } from "preact";
import type { NamedAsset } from "@/lib/media/mod.ts";
import { Button, ButtonLink } from "@/components/ui/Button.tsx";
import { counted } from "@/components/ui/counted.ts";
import { Notice } from "@/components/ui/Notice.tsx";
import { Picture } from "@/components/ui/Picture.tsx";
import { AdminHeader } from "@/components/admin/AdminHeader.tsx";
import { assetHref, mediaHref } from "@/components/hrefs/admin.ts";
import type { ShownUse } from "./uses.ts";
import { waitNote } from "./wait_note.ts";
import { nameOf } from "@/components/admin/media_picker/picked.ts";
import { formatCount } from "@/lib/text/mod.ts";

/** The pictures to be deleted once staff confirm. */
interface DeletionProps {
  readonly ids: readonly string[];
  /** The pictures in use, each with its uses, cut to what one page shows. */
  readonly used: readonly { readonly asset: NamedAsset; readonly uses: readonly ShownUse[] }[];
  readonly usedCount: number;
  /** The pictures without a use, cut to what one page shows. */
  readonly unused: readonly NamedAsset[];
  /** How many of all pictures come from the CMS. */
  readonly fromCms: number;
  /** Address of the link that cancels. */
  readonly back: string;
}

/** Asks for confirmation before pictures are deleted, and lists every place that uses them. */
export function DeletionQuestion(props: DeletionProps): JSX.Element {
  const { ids, used, usedCount, unused, fromCms, back } = props;
  const what = counted(ids.length, "picture");
  const wait = waitNote(ids.length);
  const isOne = ids.length === 1;
  const some = (those: number) =>
    isOne ? "This picture is" : `${formatCount(those)} of ${what} ${those === 1 ? "is" : "are"}`;
  return (
    <>
      <AdminHeader
        title={`Delete ${what}?`}
        lead="Nothing has been deleted yet. Deleting removes files for good; the audit log keeps their descriptions."
        trail={[{ label: "Pictures & videos", href: mediaHref() }]}
      />
      <div class="grid max-w-4xl gap-6">
        {used.length > 0 && (
          <Notice tone="warning" title={`${some(usedCount)} in use`}>
            <p>
              Deleting removes {usedCount === 1 ? "it" : "them"}{" "}
              from all places{used.length === usedCount && " below"}. A place without a picture
              shows a drawing instead.
            </p>
          </Notice>
        )}
        {used.length > 0 && (
          <ul class="border-t border-line" aria-label="In use">
            {used.map(({ asset, uses }) => (
              <li
                key={asset.id}
                class="grid gap-x-8 gap-y-2 border-b border-line py-3 md:grid-cols-2 md:items-center"
              >
                <DeletedAsset asset={asset} />
                <ul class="grid content-start gap-1">
                  {uses.map(({ label, href, detail }) => (
                    <li key={`${href} ${detail}`}>
                      <a href={href} class="text-link">{label}</a>{" "}
                      <span class="text-muted">{detail}</span>
                    </li>
                  ))}
                </ul>
              </li>
            ))}
            {used.length < usedCount && (
              <li class="py-2 text-muted">
                and {formatCount(usedCount - used.length)} more in use
              </li>
            )}
          </ul>
        )}
        {fromCms > 0 && (
          <Notice tone="warning" title={`${some(fromCms)} from the CMS`}>
            <p>The next sync imports a picture again unless you delete it in the CMS too.</p>
          </Notice>
        )}
        {unused.length > 0 && <Unused assets={unused} others={ids.length - usedCount} />}
        {wait && <p class="text-muted">{wait}</p>}
        <form method="post" class="flex flex-wrap gap-2">
          {/* One field, because thousands would be most of the page. */}
          <input type="hidden" name="id" value={ids.join(" ")} />
          {/* `yes` deletes only pictures without a use, because this page names none. */}
          <input type="hidden" name="confirm" value={used.length > 0 ? "used" : "yes"} />
          <Button variant="danger" name="intent" value="delete">Delete {what}</Button>
          <ButtonLink variant="secondary" href={back}>Keep {isOne ? "it" : "them"}</ButtonLink>
        </form>
      </div>
    </>
  );
}

function Unused({ assets, others }: { assets: readonly NamedAsset[]; others: number }) {
  const more = others - assets.length;
  return (
    <section class="grid gap-2">
      <h2 class="font-medium">Used nowhere</h2>
      <ul class="flex flex-wrap gap-x-6 gap-y-2">
        {assets.map((asset) => (
          <li key={asset.id}>
            <DeletedAsset asset={asset} />
          </li>
        ))}
        {more > 0 && <li class="self-center text-muted">and {formatCount(more)} more</li>}
      </ul>
    </section>
  );
}

function DeletedAsset({ asset }: { asset: NamedAsset }): JSX.Element {
  return (
    <a
      href={assetHref(asset.id)}
      class="grid grid-cols-[5rem_minmax(0,1fr)] items-center gap-3 font-medium"
    >
      <span class="media-thumb">
        <Picture item={asset} sizes="4rem" decorative />
      </span>
      <span class="plain-link wrap-anywhere">{nameOf(asset)}</span>
    </a>
  );
}
