import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Chat } from "../components/buyer/chat/Chat.tsx";
import { useChat } from "../components/buyer/chat/use_chat.ts";
import type { ChatView } from "../components/buyer/chat/view.ts";

/**
 * The conversation with the assistant without page loads. It renders what the server renders; without it, or
 * before it is there, its forms lead to the page that does the same.
 */
export function ChatPanel({ initial }: { initial: ChatView }): JSX.Element {
  const root = useRef<HTMLDivElement>(null);
  const [alive, setAlive] = useState(false);
  const { turns, handlers } = useChat(initial);

  useEffect(() => setAlive(true), []);

  useEffect(() => {
    if (turns.length > initial.turns.length) {
      root.current?.querySelector(".chat-turn:last-child")?.scrollIntoView({ block: "nearest" });
    }
  }, [turns.length]);

  return (
    <div ref={root} class="chat">
      <Chat view={{ ...initial, turns }} handlers={alive ? handlers : null} />
    </div>
  );
}
