import { Muted } from "@/components/admin/list/parts.tsx";
import type { JSX } from "preact";
import type { Lack } from "@/lib/assistant/mod.ts";
import type { CorpusGap } from "@/lib/corpus/mod.ts";
import { Button } from "@/components/ui/Button.tsx";
import { counted } from "@/components/ui/counted.ts";
import { RowsTable } from "@/components/ui/Table.tsx";
import { Moment } from "@/components/admin/records.tsx";
import { PostForm } from "@/components/admin/RecordForm.tsx";

/** Questions shown for each missing word. */
const MOST_QUESTIONS = 3;

interface LacksProps {
  lacks: readonly Lack[];
  /** Whether the reader may note and close gaps. */
  mayNote: boolean;
}

/** Unanswered questions, grouped by the word that the corpus lacks. */
export function Lacks({ lacks, mayNote }: LacksProps): JSX.Element {
  return (
    <RowsTable
      caption="Words that no document contains, by the number of visitors who used them"
      stacks
      rows={lacks}
      columns={[
        {
          label: "Missing word",
          isHead: true,
          cell: ({ word }) =>
            word === null
              ? <Muted>Every word occurs, but no answer does</Muted>
              : <bdi>{word}</bdi>,
        },
        { label: "Visitors", numeric: true, cell: ({ visitors }) => visitors },
        {
          label: "Asked as",
          cellClass: "min-w-60 wrap-anywhere",
          cell: ({ questions }) => (
            <>
              <ul class="grid gap-1">
                {questions.slice(0, MOST_QUESTIONS).map((question) => (
                  <li key={question} dir="auto">{question}</li>
                ))}
              </ul>
              {questions.length > MOST_QUESTIONS && (
                <p class="text-muted">and {questions.length - MOST_QUESTIONS} more</p>
              )}
            </>
          ),
        },
        ...(mayNote
          ? [{
            label: "Note a gap",
            labelHidden: true,
            cellClass: "text-end",
            cell: ({ word }: Lack) => isWord(word) && <NoteGap topic={word} />,
          }]
          : []),
      ]}
    />
  );
}

/** Only plain words: a gap outlives the session, so it must not keep other text that buyers wrote. */
function isWord(word: string | null): word is string {
  return word !== null && /^\p{L}[\p{L}\p{M}'’-]{1,39}$/u.test(word);
}

/** A button that notes a gap in the corpus. */
export function NoteGap({ topic }: { topic: string }): JSX.Element {
  return (
    <PostForm hidden={{ topic }}>
      <Button name="intent" value="note" variant="secondary">
        Note the gap<span class="sr-only">{`: ${topic}`}</span>
      </Button>
    </PostForm>
  );
}

/** The gaps that are noted and not closed. */
export function OpenGaps(
  { gaps, mayNote }: { gaps: readonly CorpusGap[]; mayNote: boolean },
): JSX.Element {
  return (
    <RowsTable
      caption={counted(gaps.length, "open gap")}
      rows={gaps}
      columns={[
        { label: "Gap", isHead: true, cellClass: "wrap-anywhere", cell: ({ topic }) => topic },
        { label: "Noted", cell: ({ notedAt }) => <Moment at={new Date(notedAt)} /> },
        ...(mayNote
          ? [{
            label: "Close",
            labelHidden: true,
            cellClass: "text-end",
            cell: ({ id, topic }: CorpusGap) => (
              <PostForm hidden={{ gap: id }}>
                <Button name="intent" value="close" variant="secondary">
                  Close<span class="sr-only">{` ${topic}`}</span>
                </Button>
              </PostForm>
            ),
          }]
          : []),
      ]}
    />
  );
}
