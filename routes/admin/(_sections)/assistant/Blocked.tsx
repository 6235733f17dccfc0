import { Muted } from "@/components/admin/list/parts.tsx";
import type { JSX } from "preact";
import { DENIAL, itemIdOf, type LackingTurn } from "@/lib/assistant/mod.ts";
import { Disclosure } from "@/components/ui/Disclosure.tsx";
import { RowsTable } from "@/components/ui/Table.tsx";
import { recordHref } from "@/components/hrefs/admin.ts";
import { Moment } from "@/components/admin/records.tsx";
import { NoteGap } from "./Lacks.tsx";
import { MAX_TOPIC } from "@/lib/corpus/mod.ts";

interface BlockedProps {
  turns: readonly LackingTurn[];
  titles: ReadonlyMap<string, string>;
  mayNote: boolean;
}

/** The blocked answers, sentence by sentence: the closest passage, and the words that no passage supports. */
export function Blocked({ turns, titles, mayNote }: BlockedProps): JSX.Element {
  return (
    <ul class="border-t border-line">
      {turns.map(({ turn }) => {
        const missing = [...new Set(turn.sentences.flatMap(({ missing }) => missing))]
          .filter((word) => word !== DENIAL);
        return (
          <li key={`${turn.at} ${turn.question}`} class="border-b border-line py-2">
            <Disclosure
              summary={
                <>
                  <bdi class="wrap-anywhere">{turn.question}</bdi>{" "}
                  <span class="text-sm text-muted">
                    <Moment at={new Date(turn.at)} />
                  </span>
                </>
              }
            >
              <RowsTable
                caption={`Why the answer to “${turn.question}” was held back`}
                rows={turn.sentences}
                columns={[
                  {
                    label: "Sentence",
                    cellClass: "min-w-60 wrap-anywhere",
                    cell({ start, end, missing }) {
                      const sentence = (turn.draft ?? "").slice(start, end);
                      return missing.length === 0 ? <Muted>{sentence}</Muted> : sentence;
                    },
                  },
                  {
                    label: "Closest passage",
                    cellClass: "min-w-40",
                    cell: ({ key }) => <Passage passageKey={key} titles={titles} />,
                  },
                  {
                    label: "Missing",
                    cellClass: "wrap-anywhere",
                    cell: ({ missing }) => missing.map(inWords).join(", ") || "Nothing",
                  },
                ]}
              />
              {mayNote && missing.length > 0 && (
                <div class="mt-3">
                  <NoteGap topic={topicOf(missing)} />
                </div>
              )}
            </Disclosure>
          </li>
        );
      })}
    </ul>
  );
}

function inWords(missing: string): string {
  return missing === DENIAL ? "a “not” on one side only" : missing;
}

function topicOf(missing: readonly string[]): string {
  let topic = "";
  for (const word of missing) {
    const longer = topic === "" ? word : `${topic}, ${word}`;
    if (longer.length > MAX_TOPIC) break;
    topic = longer;
  }
  return topic;
}

/** A passage, as the title of its document and its position in it. */
export function Passage(
  { passageKey, titles }: { passageKey: string | null; titles: ReadonlyMap<string, string> },
): JSX.Element {
  if (passageKey === null) return <span class="text-muted">None</span>;
  const itemId = itemIdOf(passageKey);
  const title = titles.get(itemId);
  const place = `, passage ${passageKey.slice(itemId.length + 1)}`;
  return title === undefined ? <span class="text-muted">A deleted document{place}</span> : (
    <>
      <a href={recordHref("corpus", itemId)} class="text-link">{title}</a>
      {place}
    </>
  );
}
