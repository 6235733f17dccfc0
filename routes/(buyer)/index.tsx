import { page } from "fresh";
import type { JSX } from "preact";
import { SystemDrawing } from "@/components/buyer/drawings/SystemDrawing.tsx";
import { selectHref, systemsHref } from "@/components/hrefs/buyer.ts";
import { Welcome } from "@/components/buyer/lead/Welcome.tsx";
import { ContinueNotice } from "@/components/buyer/wizard/ContinueNotice.tsx";
import { ButtonLink } from "@/components/ui/Button.tsx";
import { CardLink } from "@/components/ui/Card.tsx";
import { counted } from "@/components/ui/counted.ts";
import { Icon } from "@/components/ui/Icon.tsx";
import { SectionHead } from "@/components/ui/PageSection.tsx";
import { Picture } from "@/components/ui/Picture.tsx";
import {
  browseSystems,
  type FacetValue,
  perSnapshot,
  summarizeSystems,
  type SystemSummary,
} from "@/lib/catalog/mod.ts";
import { greetVisitor } from "@/lib/crm/mod.ts";
import { define } from "@/lib/define.ts";
import { askedFactors } from "@/lib/journey/mod.ts";
import type { MediaItem } from "@/lib/media/mod.ts";
import { keptJourney } from "@/lib/wizard/mod.ts";

/** Estimated time for one question. */
const SECONDS_PER_QUESTION = 15;

/** The parts of the start page that depend on the catalog alone. */
const startPage = perSnapshot((snapshot) => {
  const systems = summarizeSystems(snapshot);
  return {
    systemCount: systems.length,
    questions: askedFactors(snapshot, null).length,
    tracks: snapshot.tracks.map(({ id, name, description }) => ({
      id,
      name,
      description,
      questions: askedFactors(snapshot, id).length,
    })),
    operations: operationsOf(systems),
  };
});

export const handler = define.handlers({
  async GET(ctx) {
    const { services } = ctx.state;
    const [kept, greeting] = await Promise.all([
      keptJourney(services, ctx.req),
      greetVisitor(services, ctx.req),
    ]);
    const copy = services.pages.current();
    const picture = copy.picture("home", "hero");
    ctx.state.picture = picture;
    return page({
      ...startPage(services.catalog.current()),
      kept,
      greeting,
      headline: copy.text("home", "headline"),
      lead: copy.text("home", "lead"),
      picture,
    }, greeting.recognised ? { headers: { "cache-control": "no-store" } } : {});
  },
});

export default define.page<typeof handler>(function StartPage({ data }) {
  const { systemCount, tracks, operations, kept, greeting, picture } = data;
  return (
    <>
      {greeting.recognised && <Welcome firstName={greeting.firstName} class="mt-8" />}
      {kept && <ContinueNotice kept={kept} class="mt-8" />}
      <section class="grid items-center gap-x-12 gap-y-8 py-8 sm:py-16 md:grid-cols-2 lg:py-20">
        <div>
          <h1 class="text-4xl">{data.headline}</h1>
          <p class="mt-6 max-w-text text-lg text-muted">{data.lead}</p>
          <div class="mt-9 flex flex-wrap items-center gap-x-6 gap-y-4">
            <ButtonLink href={selectHref()}>
              Find your system <Icon name="arrow-right" class="size-4" />
            </ButtonLink>
            <p class="text-sm text-muted">
              {effortInWords(data.questions)}
              <br />
              You need no account, and we ask nothing about you.
            </p>
          </div>
        </div>
        {picture
          ? <HeroPicture picture={picture} />
          : <HeroDrawing drawn={operations[0]?.example} systemCount={systemCount} />}
      </section>
      {tracks.length > 0 && <Tracks tracks={tracks} />}
      <HowItWorks />
      {operations.length > 0 && <Operations operations={operations} systemCount={systemCount} />}
    </>
  );
});

/** The main picture: below the text on phones, whose first screen holds the button, and beside it on wider screens. */
function HeroPicture({ picture }: { picture: MediaItem }): JSX.Element {
  return (
    <figure>
      <Picture
        item={picture}
        shape="4:3"
        sizes="(min-width: 80rem) 36rem, (min-width: 48rem) 45vw, 100vw"
        priority
      />
      {picture.title && (
        <figcaption class="mt-3 text-sm text-muted max-md:hidden">{picture.title}</figcaption>
      )}
    </figure>
  );
}

function HeroDrawing(
  { drawn, systemCount }: { drawn: SystemSummary | undefined; systemCount: number },
): JSX.Element | null {
  return drawn === undefined ? null : (
    <figure>
      <SystemDrawing system={drawn} class="h-auto w-full" />
      <figcaption class="mt-3 border-t border-line pt-3 text-sm text-muted">
        {drawn.name}
        {systemCount > 1 && `, one of ${systemCount} systems`}
      </figcaption>
    </figure>
  );
}

function Tracks({ tracks }: Pick<ReturnType<typeof startPage>, "tracks">): JSX.Element {
  return (
    <section class="border-t border-line pt-10 sm:pt-14" aria-labelledby="tracks">
      <h2 id="tracks" class="text-2xl">Where will it stand?</h2>
      <p class="mt-2 max-w-text text-muted">
        Choose the kind of project, and we ask only the questions that matter for it.
      </p>
      <ul class="mt-8 grid grid-cols-1 border-s border-t border-line sm:mt-10 md:grid-cols-3">
        {tracks.map(({ id, name, description, questions }) => (
          <li
            key={id}
            class="group relative flex flex-col border-e border-b border-line p-[min(1.5rem,7vw)] transition-colors hover:bg-surface-raised sm:p-[min(2rem,5vw)]"
          >
            <h3 class="text-xl">
              <a href={selectHref({ track: id })} class="whole-card">{name}</a>
            </h3>
            <p class="mt-2 mb-8 text-muted">{description}</p>
            <p class="mt-auto flex items-center justify-between gap-4 text-sm">
              {effortInWords(questions)}
              <Icon
                name="arrow-right"
                class="size-5 flex-none text-accent transition-transform group-hover:translate-x-1"
              />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const STEPS = [
  {
    title: "You answer",
    text:
      "Plain questions about the opening, the weather, the noise and the use. Skip any you cannot answer yet.",
  },
  {
    title: "We right-size",
    text: "Rules that our engineers wrote pick the system that meets your answers, and say why.",
  },
  {
    title: "You may spend less",
    text: "If a cheaper system would also do, we show it beside the pick and say why.",
  },
];

function HowItWorks(): JSX.Element {
  return (
    <section class="py-16 sm:py-24" aria-labelledby="how">
      <h2 id="how" class="text-2xl">How it works</h2>
      <ol class="mt-8 grid gap-x-12 gap-y-8 md:grid-cols-3">
        {STEPS.map(({ title, text }, index) => (
          <li key={title} class="border-t border-ink pt-4">
            <h3 class="font-medium">
              <span class="me-2 text-muted tabular-nums" aria-hidden="true">{index + 1}</span>
              {title}
            </h3>
            <p class="mt-2 text-muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface Operation {
  choice: FacetValue;
  example: SystemSummary;
}

function Operations(
  { operations, systemCount }: { operations: readonly Operation[]; systemCount: number },
): JSX.Element {
  return (
    <section aria-labelledby="operations">
      <SectionHead
        id="operations"
        title="Every way a wall can move"
        link={
          <a href={systemsHref()} class="text-link tap inline-block py-1">
            {systemCount === 1 ? "See the system" : `See all ${systemCount} systems`}
          </a>
        }
      />
      <ul class="mt-8 grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(8rem,40%)),1fr))] gap-x-4 gap-y-8 sm:gap-x-6 md:grid-cols-3 lg:grid-cols-4">
        {operations.map(({ choice, example }) => (
          <li key={choice.slug} class="group relative">
            <div class="bg-drawing-ground p-4 sm:p-5">
              <SystemDrawing system={example} class="h-auto w-full" />
            </div>
            <h3 class="mt-3 leading-snug">
              <CardLink href={systemsHref(choice.toggled)}>{choice.label}</CardLink>
            </h3>
            <p class="text-sm text-muted">{counted(choice.count, "system")}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns one example of each operation type, in catalog order. */
function operationsOf(systems: readonly SystemSummary[]): Operation[] {
  const { facets } = browseSystems(systems, new URLSearchParams());
  const choices = facets.find(({ id }) => id === "operation")?.values ?? [];
  return choices.flatMap((choice) => {
    const example = systems.find(({ operationType }) => operationType === choice.label);
    return example ? [{ choice, example }] : [];
  });
}

function effortInWords(questions: number): string {
  if (questions === 0) return "The questions are still being prepared";
  const minutes = Math.max(1, Math.round((questions * SECONDS_PER_QUESTION) / 60));
  return `${counted(questions, "question")}, about ${counted(minutes, "minute")}`;
}
