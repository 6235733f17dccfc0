/** The parts of a document's page that staff cannot edit. */
import { Fact, Facts } from "@/components/admin/Facts.tsx";
import { Block } from "@/components/admin/Block.tsx";
import { Muted } from "@/components/admin/list/parts.tsx";
import type { JSX } from "preact";
import type { ItemDetails } from "@/lib/corpus/mod.ts";
import { Button } from "@/components/ui/Button.tsx";
import { counted } from "@/components/ui/counted.ts";
import { Icon } from "@/components/ui/Icon.tsx";
import { RowsTable } from "@/components/ui/Table.tsx";
import { recordHref } from "@/components/hrefs/admin.ts";
import { PostForm } from "@/components/admin/RecordForm.tsx";
import { Day, Moment } from "@/components/admin/records.tsx";
import { buyerLinkOf } from "./buyer_link.ts";
import { ItemLink, ItemStateBadge, LinkState, Mention, Version } from "./parts.tsx";
import { CONTENT_KINDS } from "@/components/buyer/content_kinds.ts";
import { linkOf, SOURCE_KINDS } from "./labels.ts";

/** The facts of a document: source, capture, superseding documents, link, and the link target of its quotes. */
export function ItemFacts(
  { item, siteUrl }: { item: ItemDetails; siteUrl: string | null },
): JSX.Element {
  const { contentType, sourceKind, sourceUrl, sourceKey, version, fetchedAt, createdAt } = item;
  return (
    <Block id="capture" title="Capture">
      <Facts class="max-w-3xl">
        <Fact term="Kind">{CONTENT_KINDS[contentType]}</Fact>
        <Fact term="Source">
          {SOURCE_KINDS[sourceKind]}
          <span class="block">
            {sourceUrl
              ? <OutsideLink href={sourceUrl} />
              : <code class="font-mono text-xs wrap-anywhere">{sourceKey}</code>}
          </span>
        </Fact>
        <Fact term="Captured">
          <Moment at={fetchedAt} />, version <Version>{version}</Version>
        </Fact>
        <Fact term="Imported">
          <Moment at={createdAt} />
        </Fact>
        <Standing item={item} />
        <Fact term="Link" id="link">
          <LinkFact item={item} />
        </Fact>
        <Fact term="Its quotes">
          <BuyerWay item={item} siteUrl={siteUrl} />
        </Fact>
      </Facts>
    </Block>
  );
}

/** A link to another site. Addresses other than http and https stay text, because a link could run script. */
function OutsideLink({ href }: { href: string }): JSX.Element {
  if (!/^https?:\/\//i.test(href)) return <span class="wrap-anywhere">{href}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" class="text-link wrap-anywhere">
      {href}
      <span class="sr-only">(opens in a new tab)</span>
      <Icon name="external" class="ms-1 inline-block size-3.5 align-[-0.125em]" />
    </a>
  );
}

function Standing({ item: { state, successor, supersedes } }: { item: ItemDetails }): JSX.Element {
  return (
    <>
      {successor && (
        <Fact term="Superseded by">
          <Mention item={successor} />
        </Fact>
      )}
      {state !== "active" && <Fact term="Quoted">No, because it is {state}.</Fact>}
      {supersedes.length > 0 && (
        <Fact term="Supersedes">
          <ul>
            {supersedes.map((each) => (
              <li key={each.id}>
                <Mention item={each} />
              </li>
            ))}
          </ul>
        </Fact>
      )}
    </>
  );
}

function LinkFact({ item }: { item: ItemDetails }): JSX.Element {
  if (linkOf(item) === "none") return <LinkState item={item} />;
  return (
    <div class="flex flex-wrap items-center gap-x-4 gap-y-2">
      <LinkState item={item} />
      {item.linkNote && <span class="text-muted">{item.linkNote}</span>}
      {item.state !== "superseded" && (
        <PostForm action={recordHref("corpus", item.id)} hidden={{ intent: "check-link" }}>
          <Button variant="secondary">Check the link</Button>
        </PostForm>
      )}
    </div>
  );
}

function BuyerWay({ item, siteUrl }: { item: ItemDetails; siteUrl: string | null }): JSX.Element {
  const { href, text } = buyerLinkOf(item, siteUrl);
  return (
    <>
      {text}
      {href !== null && (
        <span class="block">
          <OutsideLink href={href} />
        </span>
      )}
    </>
  );
}

/** The passages of a document, verbatim as they can be quoted. */
export function Passages({ item: { passages } }: { item: ItemDetails }): JSX.Element {
  return (
    <Block id="passages" title="Passages" count={passages.length} class="max-w-3xl">
      <ol class="border-t border-line">
        {passages.map(({ seq, heading, text, words, quoted, lastQuotedAt }) => (
          <li
            key={seq}
            id={`passage-${seq}`}
            class="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-2 border-b border-line py-3 target:bg-surface-sunken"
          >
            <span class="text-muted tabular-nums">{seq}</span>
            <div>
              <p class="mb-1 flex flex-wrap items-baseline justify-between gap-x-4">
                {heading && <span class="font-medium" dir="auto">{heading}</span>}
                <span class="ms-auto flex flex-wrap gap-x-4 text-xs text-muted">
                  <span>
                    <Quoted times={quoted} last={lastQuotedAt} />
                  </span>
                  <span>{counted(words, "word")}</span>
                </span>
              </p>
              <p class="max-w-text wrap-anywhere whitespace-pre-line" dir="auto">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Block>
  );
}

function Quoted({ times, last }: { times: number; last: Date | null }): JSX.Element {
  if (last === null) return <>Never quoted</>;
  return (
    <>
      Quoted {counted(times, "time")}, last <Day at={last} />
    </>
  );
}

/** The versions of a document, the latest first; nothing when there is only one. */
export function Versions({ item }: { item: ItemDetails }): JSX.Element | null {
  if (item.versions.length < 2) return null;
  return (
    <Block
      id="versions"
      title="Versions"
      lead="Only one version of a document can be quoted. Restoring another version makes it the current one."
    >
      <RowsTable
        caption="Versions of this document"
        class="max-w-3xl"
        rows={item.versions}
        columns={[
          { label: "Captured", isHead: true, cell: ({ fetchedAt }) => <Moment at={fetchedAt} /> },
          {
            label: "Title",
            cell: (version) =>
              version.id === item.id ? <Muted>This one</Muted> : <ItemLink item={version} />,
          },
          { label: "Version", cell: ({ version }) => <Version>{version}</Version> },
          { label: "State", cell: ({ state }) => <ItemStateBadge state={state} /> },
        ]}
      />
    </Block>
  );
}
