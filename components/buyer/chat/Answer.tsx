import type { JSX } from "preact";
import {
  type ChatTurn,
  type Citation,
  languageOf,
  piecesOf,
  sourcesOf,
} from "@/lib/assistant/browser.ts";
import { Sources } from "./Sources.tsx";

/** The end of a text that stays on one line with its source numbers. */
const LAST_WORD = /\S{0,24}$/;

/** An answer with its source numbers, and the sources below it. Only a grounded answer has sources. */
export function Answer({ turn, id, alive, onOpen }: {
  turn: ChatTurn;
  /** Prefix of the element ids inside. */
  id: string;
  /** Whether a script handles the source numbers. Without one they are links. */
  alive: boolean;
  onOpen?: ((source: Citation) => void) | undefined;
}): JSX.Element {
  const sources = turn.state === "done" && turn.grounded ? sourcesOf(turn) : [];
  const idOf = (number: number) => `${id}-source-${number}`;
  const pieces = turn.state === "done" ? piecesOf(turn) : [{ text: turn.answer, marks: [] }];
  return (
    <>
      <p class="chat-answer" dir="auto" lang={languageOf(turn.answer)}>
        {pieces.map(({ text, marks }, index) => {
          const last = marks.length === 0 ? text.length : text.search(LAST_WORD);
          return (
            <span key={index}>
              {text.slice(0, last)}
              <span class="whitespace-nowrap">
                {text.slice(last)}
                {marks.map((number) => (
                  <Mark key={number} number={number} target={idOf(number)} alive={alive} />
                ))}
              </span>
            </span>
          );
        })}
      </p>
      <Sources sources={sources} idOf={idOf} onOpen={onOpen} />
    </>
  );
}

function Mark(
  { number, target, alive }: { number: number; target: string; alive: boolean },
): JSX.Element {
  const label = `Source ${number}`;
  return alive
    ? (
      <button type="button" class="chat-mark" aria-label={label} onClick={() => open(target)}>
        {number}
      </button>
    )
    : <a href={`#${target}`} class="chat-mark" aria-label={label}>{number}</a>;
}

function open(id: string): void {
  const source = document.getElementById(id);
  if (!(source instanceof HTMLDetailsElement)) return;
  source.open = true;
  source.querySelector("summary")?.focus();
}
