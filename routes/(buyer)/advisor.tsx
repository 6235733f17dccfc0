import { page } from "fresh";
import { ChooseSystem } from "@/components/buyer/chat/ChooseSystem.tsx";
import { HandoffCard } from "@/components/buyer/chat/HandoffCard.tsx";
import { parsePlace, placeFields } from "@/components/buyer/chat/place.ts";
import { type ChatView, INTENTS, questionError } from "@/components/buyer/chat/view.ts";
import { PageHeader } from "@/components/ui/PageHeader.tsx";
import { leadHref } from "@/components/hrefs/buyer.ts";
import { ChatPanel } from "@/islands/ChatPanel.tsx";
import { type ChatTurn, formHistoryOf, startersFor, turnsOf } from "@/lib/assistant/browser.ts";
import { ChatBody, type ChatPlace, citedAgain, handOff, openChat } from "@/lib/assistant/mod.ts";
import { readConsent } from "@/lib/consent/mod.ts";
import { type Ctx, define } from "@/lib/define.ts";
import { AppError, readForm, takeShare, UNKNOWN_INTENT } from "@/lib/http/mod.ts";
import { ask, readHistory } from "./(_advisor)/ask.ts";

/** Enough for a transcript of 80,000 characters, percent-encoded. */
const FORM_LIMITS = { maxBytes: 1024 * 1024 };

export const handler = define.handlers({
  async GET(ctx) {
    return page(await load(ctx, { place: parsePlace(ctx.url.searchParams), turns: [] }));
  },
  async POST(ctx) {
    const form = await readForm(ctx.req, FORM_LIMITS);
    const place = parsePlace(form);
    const history = readHistory(form.get("history"));
    const intent = form.get("intent");
    const { rateLimiter: limiter, config: { trustProxy } } = ctx.state.services;
    if (intent === INTENTS.handOff) {
      const headers = await takeShare({ limiter, trustProxy }, "handoff", ctx);
      const without = form.get("without") === "transcript";
      const shown = { place, turns: turnsOf(history), handsOff: true, without };
      const data = await load(ctx, shown);
      ctx.state.report = { events: [{ kind: "handoff_requested" }], track: data.chat.track };
      return page(data, { headers: headersOf(headers) });
    }
    // A form that is sent without one of its buttons names no intent, and asks.
    if (intent !== null && intent !== INTENTS.ask) {
      throw new AppError("invalid", UNKNOWN_INTENT);
    }
    // Forms send a line break as two characters, but the script counts it as one.
    const message = (form.get("message") ?? "").replaceAll("\r\n", "\n").trim();
    if (!ChatBody.shape.message.safeParse(message).success) {
      const draft = { text: message, error: questionError(message) };
      // The page costs as much as one with an answer, except for the model.
      const headers = headersOf(await takeShare({ limiter, trustProxy }, "chat", ctx));
      const shown = { place, turns: turnsOf(history), draft };
      return page(await load(ctx, shown), { status: 400, headers });
    }
    const { turns, status, headers, request } = await ask(ctx, { message, history, place });
    const hasFailed = turns.at(-1)?.state === "failed";
    const draft = hasFailed ? { text: message, error: null } : null;
    const data = await load(ctx, { place, turns, draft, request });
    const starter = data.chat.starters.find(({ text }) => text === message);
    if (starter) {
      const events = [{ kind: "assistant_starter", ref: starter.id }];
      ctx.state.report = { events, track: data.chat.track };
    }
    return page(data, { status, headers: headersOf(headers) });
  },
});

interface Shown {
  readonly place: ChatPlace;
  readonly turns: readonly ChatTurn[];
  readonly draft?: ChatView["draft"];
  /** The request with the session's cookie, where a question has just started the session. */
  readonly request?: Request;
  /** Whether the buyer asked for a person. */
  readonly handsOff?: boolean;
  /** Whether to leave the conversation out of the hand-off. */
  readonly without?: boolean;
}

async function load(ctx: Ctx, shown: Shown) {
  const { place, draft = null, request = ctx.req } = shown;
  const { handsOff = false, without = false } = shown;
  const { services } = ctx.state;
  const { config, catalog, pages } = services;
  const opened = await openChat(services, request, place);
  const { about, answers, journey, missing, shown: onPage, payload, hasOtherAnswers } = opened;
  const names = about.map(({ name }) => name);
  const turns = await citedAgain(services, shown.turns);
  const transcript = formHistoryOf(turns);
  const { handoff, leadsTo } = await handOff(services, request, { transcript, shown: payload });
  const consent = readConsent(ctx.req.headers.get("cookie"), config.cmp);
  const title = handsOff ? "Talk to a person" : "Ask about our systems";
  ctx.state.title = title;
  ctx.state.description = "Ask a program that quotes our documents, or talk to a person.";
  const chat: ChatView = {
    stage: place.stage,
    about: names,
    starters: startersFor(place.stage, names),
    turns,
    draft,
    place: placeFields(place),
    session: onPage &&
      { track: place.track, payload: asBody(onPage), isSaved: missing === null },
    hasOtherAnswers,
    track: answers.optionIds.length > 0 ? answers.track : undefined,
    measured: consent.measurement,
  };
  return {
    title,
    chat,
    handsOff,
    handoff: without ? { ...handoff, transcript: [] } : handoff,
    transcript,
    choices: journey.inView.length === 0 ? catalog.current().systems : null,
    contactLabel: leadsTo === "advisor"
      ? pages.current().text("results", "contact")
      : leadsTo && "Find a dealer near you",
    formHref: journey.answers.length === 0 ? null : leadHref(answers),
  };
}

/** Returns the content of a session as the body of `PUT /api/session` (design §7). */
function asBody(
  { answers, ...rest }: NonNullable<Awaited<ReturnType<typeof openChat>>["shown"]>,
) {
  const prefixed = Object.entries(answers).map(([id, options]) => [`answer:${id}`, options]);
  return { ...rest, ...Object.fromEntries(prefixed) };
}

function headersOf(pairs: Iterable<readonly [string, string]>): Headers {
  const headers = new Headers();
  for (const [name, value] of pairs) headers.append(name, value);
  return headers;
}

export default define.page<typeof handler>(function AdvisorPage({ data }) {
  const { title, chat, handsOff, handoff, transcript, choices, contactLabel, formHref } = data;
  const person = (
    <section aria-labelledby="person-title" class="border-t border-ink pt-6">
      <h2 id="person-title" class="mb-4 text-2xl">
        {handsOff ? "What you can send" : "Talk to a person"}
      </h2>
      <HandoffCard
        handoff={handoff}
        contactLabel={contactLabel}
        leadHref={formHref}
        place={chat.place}
        history={transcript}
      />
    </section>
  );
  return (
    <>
      <PageHeader
        title={title}
        lead={handsOff
          ? "This is what a person needs to know to advise you. You choose what to include, and you send it."
          : "Ask our assistant, a program that quotes our documents, or talk to a person."}
      />
      <div class="advisor grid grid-cols-1 gap-14">
        {handsOff && person}
        <section aria-labelledby="assistant-title" class="border-t border-ink pt-6">
          <div id="assistant">
            <h2 id="assistant-title" class="chat-title">
              {chat.about.length > 0 ? `Ask about ${inWords(chat.about)}` : "Ask the assistant"}
            </h2>
            {choices && chat.turns.length === 0
              ? <ChooseSystem systems={choices} />
              : <ChatPanel initial={chat} />}
          </div>
        </section>
        {!handsOff && person}
      </div>
    </>
  );
});

/** Formats the names of the systems in view: "A", "A and B", "A and 3 more". */
function inWords(names: readonly string[]): string {
  const [first = "", second] = names;
  if (second === undefined) return first;
  return names.length === 2 ? `${first} and ${second}` : `${first} and ${names.length - 1} more`;
}
