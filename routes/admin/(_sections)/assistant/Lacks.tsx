import type { JSX } from "preact";
import type { Lack } from "../../../../lib/assistant/mod.ts";
import type { CorpusGap } from "../../../../lib/corpus/mod.ts";
import { Button } from "../../../../components/ui/Button.tsx";
import { counted } from "../../../../components/ui/counted.ts";
import { Cell, ColumnHead, RowHead, Table } from "../../../../components/ui/Table.tsx";
import { VisuallyHidden } from "../../../../components/ui/VisuallyHidden.tsx";
import { Moment } from "../../../../components/admin/records.tsx";
import { PostForm } from "../../../../components/admin/RecordForm.tsx";

/** Questions shown of each. */
const MOST_QUESTIONS = 3;

interface LacksProps {
  lacks: readonly Lack[];
  /** Whether the reader may note gaps. */
  mayNote: boolean;
}

/** Questions without an answer, by what the corpus lacks. */
export function Lacks({ lacks, mayNote }: LacksProps): JSX.Element {
  return (
    <Table caption="Words that no document says, by visitors who asked for them" captionHidden>
      <thead>
        <tr>
          <ColumnHead>Lacking</ColumnHead>
          <ColumnHead class="text-end">Visitors</ColumnHead>
          <ColumnHead>Asked as</ColumnHead>
          {mayNote && (
            <ColumnHead>
              <VisuallyHidden>Note a gap</VisuallyHidden>
            </ColumnHead>
          )}
        </tr>
      </thead>
      <tbody>
        {lacks.map(({ word, visitors, questions }) => (
          <tr key={word ?? ""}>
            <RowHead>
              {word === null
                ? <span class="text-muted">All words are there, the answer is not</span>
                : <bdi>{word}</bdi>}
            </RowHead>
            <Cell class="text-end">{visitors}</Cell>
            <Cell class="min-w-60 wrap-anywhere">
              <ul class="grid gap-1">
                {questions.slice(0, MOST_QUESTIONS).map((question) => (
                  <li key={question} dir="auto">{question}</li>
                ))}
              </ul>
              {questions.length > MOST_QUESTIONS && (
                <p class="text-muted">and {questions.length - MOST_QUESTIONS} more</p>
              )}
            </Cell>
            {mayNote && <Cell class="text-end">{isWord(word) && <NoteGap topic={word} />}</Cell>}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** What buyers write goes with their session, so what is no plain word is not for a note that stays. */
function isWord(word: string | null): word is string {
  return word !== null && /^\p{L}[\p{L}\p{M}'’-]{1,39}$/u.test(word);
}

/** One click that notes a gap in the corpus. */
export function NoteGap({ topic }: { topic: string }): JSX.Element {
  return (
    <PostForm hidden={{ topic }}>
      <Button name="intent" value="note" variant="secondary" size="small">
        Note the gap<VisuallyHidden>{`: ${topic}`}</VisuallyHidden>
      </Button>
    </PostForm>
  );
}

interface OpenGapsProps {
  gaps: readonly CorpusGap[];
  mayNote: boolean;
}

/** The gaps that were noted and not closed yet. */
export function OpenGaps({ gaps, mayNote }: OpenGapsProps): JSX.Element {
  return (
    <Table caption={counted(gaps.length, "open gap")} captionHidden>
      <thead>
        <tr>
          <ColumnHead>Gap</ColumnHead>
          <ColumnHead>Noted</ColumnHead>
          {mayNote && (
            <ColumnHead>
              <VisuallyHidden>Close</VisuallyHidden>
            </ColumnHead>
          )}
        </tr>
      </thead>
      <tbody>
        {gaps.map(({ id, topic, notedAt }) => (
          <tr key={id}>
            <RowHead class="wrap-anywhere">{topic}</RowHead>
            <Cell>
              <Moment at={new Date(notedAt)} />
            </Cell>
            {mayNote && (
              <Cell class="text-end">
                <PostForm hidden={{ gap: id }}>
                  <Button name="intent" value="close" variant="secondary" size="small">
                    Close<VisuallyHidden>{` ${topic}`}</VisuallyHidden>
                  </Button>
                </PostForm>
              </Cell>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
