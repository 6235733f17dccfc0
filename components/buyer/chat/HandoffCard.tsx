import type { JSX } from "preact";
import { type FormEntry, type HandoffPayload, hasContent } from "@/lib/assistant/mod.ts";
import { counted } from "@/components/ui/counted.ts";
import { Button, ButtonLink } from "@/components/ui/Button.tsx";
import { Disclosure } from "@/components/ui/Disclosure.tsx";
import { Field, fieldAria } from "@/components/ui/Field.tsx";
import { SummaryList } from "@/components/ui/SummaryList.tsx";
import { systemHref } from "@/components/hrefs/buyer.ts";
import { OfflineNote } from "../OfflineNote.tsx";
import { EvidenceQuote } from "../results/EvidenceQuote.tsx";
import { Fields } from "./Fields.tsx";
import { ADVISOR_PATH, type ChatView, INTENTS } from "./view.ts";

interface SendableProps {
  handoff: HandoffPayload;
  place: ChatView["place"];
  /** The whole conversation, whether it is included or not. */
  history: readonly FormEntry[];
}

/**
 * The summary that a buyer can send to a person, and the contact link. This page itself sends nothing, but without a
 * network it must not lose the conversation.
 */
export function HandoffCard({ handoff, contactLabel, leadHref, place, history }: SendableProps & {
  /** Label of the link to a person; null where its address leads to nobody. */
  contactLabel: string | null;
  /** Address of the contact form below the buyer's result; null where nothing is answered. */
  leadHref: string | null;
}): JSX.Element {
  const { summary, contactUrl, disclosure } = handoff;
  return (
    <>
      <p class="max-w-text">{disclosure}</p>
      <div class="mt-6 flex flex-wrap gap-3 print:hidden">
        {contactLabel !== null && (
          <ButtonLink href={contactUrl} target="_blank" rel="noopener">
            {contactLabel}
            <span class="sr-only">(opens in a new tab)</span>
          </ButtonLink>
        )}
        {leadHref !== null && (
          <ButtonLink href={leadHref} variant={contactLabel === null ? "primary" : "secondary"}>
            Have an advisor write to you
          </ButtonLink>
        )}
        {contactLabel === null && leadHref === null && (
          <p class="text-muted">
            We have not set up a way to reach our advisors yet.
            {hasContent(summary) && " You can copy or print the summary below."}
          </p>
        )}
      </div>
      <p class="handoff-newer mt-6 max-w-text">
        Press “Talk to a person” in the conversation to see what you can send, with everything that
        you have asked.
      </p>
      <div class="handoff-details">
        {hasContent(summary)
          ? <Sendable handoff={handoff} place={place} history={history} />
          : (
            <p class="mt-6 max-w-text">
              There is nothing to sum up yet. When you have answered questions or asked the
              assistant, a text that you can send appears here.
            </p>
          )}
        {handoff.talkingPoints.length > 0 && (
          <section class="mt-10" aria-labelledby="talking-points">
            <h3 id="talking-points" class="text-lg">Worth having ready when you talk</h3>
            <div class="mt-4 grid gap-8">
              {handoff.talkingPoints.map((passage) => (
                <EvidenceQuote key={passage.text} passage={passage} />
              ))}
            </div>
          </section>
        )}
      </div>
      <OfflineNote />
    </>
  );
}

/** The summary as text to copy, or in rows in print, with the choice to leave out the conversation. */
function Sendable({ handoff, place, history }: SendableProps): JSX.Element {
  const { summary, questions, system, transcript } = handoff;
  const hint = "Copy it into your message. Change or leave out whatever you like.";
  const rows = [
    ...system === null ? [] : [{
      term: "System",
      detail: <a href={systemHref(system.id)} class="text-link">{system.name}</a>,
    }],
    ...history.length === 0 ? [] : [{
      term: "Conversation",
      detail: transcript.length === 0
        ? "Left out"
        : `Included, ${counted(transcript.length, "entry")}`,
    }],
  ];
  return (
    <>
      <SummaryList
        class="mt-8 hidden print:block"
        rows={[
          { term: "In short", detail: summary },
          ...questions.length === 0 ? [] : [{
            term: "Your questions",
            detail: (
              <ul class="grid gap-1">
                {questions.map((question) => <li key={question} dir="auto">{question}</li>)}
              </ul>
            ),
          }],
        ]}
      />
      {rows.length > 0 && <SummaryList class="mt-8 print:mt-0" rows={rows} />}
      {transcript.length > 0 && (
        <Disclosure summary="Read the conversation that goes along" class="mt-2">
          <ol class="grid gap-3 text-sm">
            {transcript.map(({ role, content }, index) => (
              <li key={index} class="whitespace-pre-line wrap-anywhere" dir="auto">
                <span class="font-medium">{role === "user" ? "You" : "Assistant"}:</span> {content}
              </li>
            ))}
          </ol>
        </Disclosure>
      )}
      {history.length > 0 && (
        <form method="post" action={ADVISOR_PATH} class="mt-4 print:hidden">
          <Fields place={place} history={history} />
          {transcript.length > 0 && <input type="hidden" name="without" value="transcript" />}
          <Button name="intent" value={INTENTS.handOff} variant="secondary" size="small">
            {transcript.length > 0 ? "Leave out the conversation" : "Include the conversation"}
          </Button>
        </form>
      )}
      <Field id="handoff-text" label="Your summary, to copy" hint={hint} class="mt-8 print:hidden">
        <textarea
          {...fieldAria("handoff-text", { hint })}
          class="control"
          rows={8}
        >
          {handoffText(handoff)}
        </textarea>
      </Field>
    </>
  );
}

/** Formats the summary, the questions and the included part of the conversation as text that fits into any message. */
function handoffText({ summary, questions, transcript }: HandoffPayload): string {
  const asked = questions.length === 0
    ? []
    : ["", "My questions:", ...questions.map((question) => `- ${question}`)];
  const said = transcript.length === 0 ? [] : [
    "",
    "My conversation with the assistant, a program:",
    ...transcript.map(({ role, content }) => `${role === "user" ? "I" : "Assistant"}: ${content}`),
  ];
  return [summary, ...asked, ...said].join("\n");
}
