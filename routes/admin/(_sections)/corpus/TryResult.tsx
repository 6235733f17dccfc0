import type { JSX } from "preact";
import { Block } from "@/components/admin/Block.tsx";
import type { ExplainedPassage, ExplainedRetrieval, QueryTerm } from "@/lib/corpus/mod.ts";
import { EmptyState } from "@/components/ui/EmptyState.tsx";
import { RowsTable } from "@/components/ui/Table.tsx";
import { passageHref } from "@/components/hrefs/admin.ts";
import type { System } from "@/lib/catalog/mod.ts";
import { nameIn } from "@/components/admin/record_names.ts";
import type { TryQuery } from "./try_query.ts";
import { CONTENT_KINDS } from "@/components/buyer/content_kinds.ts";

/** Most passages shown. The buyer's page quotes at most four. */
export const MOST_PASSAGES = 20;

/** The passages that a question finds, and how each of its words adds to their scores. */
export function TryResult(
  { query, result, systems }: {
    query: TryQuery;
    result: ExplainedRetrieval;
    systems: readonly System[];
  },
): JSX.Element | null {
  const { terms } = result;
  const passages = result.passages.slice(0, MOST_PASSAGES);
  const isCut = result.passages.length > passages.length;
  if (query.text === "" && query.systemIds.length === 0) return null;
  const best = isCut ? `Only the best ${MOST_PASSAGES}, the best first.` : "The best first.";
  if (passages.length === 0) return <NothingFound query={query} terms={terms} />;
  return (
    <div class="grid grid-cols-[minmax(0,1fr)] gap-8">
      {terms.length > 0 && <Terms terms={terms} />}
      <Block
        id="found"
        title="Passages"
        count={isCut ? undefined : passages.length}
        lead={terms.length > 0
          ? `${best} A score is the sum of what each word adds.`
          : "The question has no word to rank passages by, so these are the first passages about the systems: product pages first, then documents about few systems."}
      >
        <ol class="border-t border-line">
          {passages.map((passage, index) => (
            <Passage
              key={passage.key}
              rank={index + 1}
              passage={passage}
              terms={terms}
              systems={systems}
            />
          ))}
        </ol>
      </Block>
    </div>
  );
}

function NothingFound(
  { query, terms }: { query: TryQuery; terms: readonly QueryTerm[] },
): JSX.Element {
  const narrowed = query.systemIds.length > 0 || query.contentTypes.length > 0;
  return (
    <EmptyState title="Nothing found">
      <p>
        {terms.length > 0
          ? "The corpus has these words, but not among these kinds and systems."
          : query.text === ""
          ? "No active document is about these systems."
          : "No active passage has a meaningful word of this question."}
        {narrowed && terms.length > 0 && " Remove a filter and try again."}
      </p>
    </EmptyState>
  );
}

const ORIGINS: Readonly<Record<QueryTerm["origin"], string>> = {
  asked: "As asked",
  joined: "Written together or apart",
  corrected: "Corrected",
  related: "Related word",
};

function Terms({ terms }: { terms: readonly QueryTerm[] }): JSX.Element {
  return (
    <Block
      id="terms"
      title="Search words"
      lead="Words are compared by their stems. A rare word counts more than a common one."
    >
      <RowsTable
        caption="Weight of each word"
        class="max-w-3xl"
        rows={terms}
        columns={[
          { label: "Word", isHead: true, cellClass: "wrap-anywhere", cell: ({ word }) => word },
          {
            label: "Stem",
            cell: ({ term }) => <code class="font-mono text-xs wrap-anywhere">{term}</code>,
          },
          { label: "How", cell: ({ origin }) => ORIGINS[origin] },
          { label: "Passages", numeric: true, cell: ({ passages }) => passages },
          { label: "Weight", numeric: true, cell: ({ weight }) => (weight / 1000).toFixed(2) },
        ]}
      />
    </Block>
  );
}

interface PassageProps {
  rank: number;
  passage: ExplainedPassage;
  terms: readonly QueryTerm[];
  systems: readonly System[];
}

function Passage({ rank, passage, terms, systems }: PassageProps): JSX.Element {
  const { title, heading, seq, text, contentType, systemIds, score, parts } = passage;
  // A related word has the name of the word that was asked, which the passage may not contain.
  const words = new Map(
    terms.map((
      { term, word, origin },
    ) => [term, origin === "related" ? `${word} (${term})` : word]),
  );
  return (
    <li class="grid grid-cols-[1.5rem_minmax(0,1fr)_auto] gap-x-3 border-b border-line py-3">
      <span class="text-muted tabular-nums">{rank}</span>
      <div class="min-w-0">
        <p>
          <a href={passageHref(passage)} class="text-link font-medium" dir="auto">{title}</a>
          {heading && (
            <span class="text-muted">
              {" · "}
              <bdi>{heading}</bdi>
            </span>
          )}
        </p>
        <p class="text-sm text-muted">
          {CONTENT_KINDS[contentType]}, passage {seq}
          {systemIds.length > 0 &&
            `, about ${systemIds.map((id) => nameIn(systems, id)).join(", ")}`}
        </p>
        <p class="mt-1.5 max-w-text wrap-anywhere whitespace-pre-line" dir="auto">{text}</p>
        {parts.length > 0 && (
          <ul
            class="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm"
            aria-label="What adds to the score"
          >
            {parts.toSorted((a, b) => b.gain - a.gain).map(({ term, gain }) => (
              <li key={term}>
                {words.get(term) ?? term}{" "}
                <span class="text-muted tabular-nums">+{gain.toFixed(2)}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <span class="font-medium tabular-nums">
        {score > 0 && (
          <>
            <span class="sr-only">Score</span>
            {score.toFixed(2)}
          </>
        )}
      </span>
    </li>
  );
}
