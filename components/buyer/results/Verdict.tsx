import type { JSX } from "preact";
import { formatFigure, inOneUnit, MAX_COMPARED } from "@/lib/catalog/mod.ts";
import { formatList, inSentence } from "@/lib/text/mod.ts";
import { ButtonLink } from "@/components/ui/Button.tsx";
import { classNames } from "@/components/ui/class_names.ts";
import { counted } from "@/components/ui/counted.ts";
import { useUnits } from "../units_context.ts";
import { compareHref, LEAD_FORM_ID, systemHref } from "@/components/hrefs/buyer.ts";
import { BetterNote } from "../BetterNote.tsx";
import { LeadFigure } from "../LeadFigure.tsx";
import { SystemPicture } from "../SystemPicture.tsx";
import { SystemTier } from "../SystemTier.tsx";
import { Reasons } from "./Reasons.tsx";
import { ResultActions } from "./ResultActions.tsx";
import type { ResultPictures } from "./result_pictures.ts";
import type { PickView, ResultView } from "./result_view.ts";
import type { ReceiptView, VerdictView } from "./verdict_view.ts";

/** The full width on narrow screens, then five twelfths of the page column. */
const PICTURE_SIZES = "(min-width: 80rem) 29.5rem, (min-width: 48rem) 37vw, 100vw";

/** The first screen: the pick, why, what it leaves out, the cheapest alternative, and what to do next. */
export function Verdict({ result, pick, picture, url }: {
  result: ResultView;
  pick: PickView;
  picture: ResultPictures["lead"];
  /** The address of the result, to copy. */
  url: string;
}): JSX.Element {
  const { verdict } = result;
  const { lead, tier, tierSteps, reasons } = pick;
  return (
    <section
      class={classNames("verdict mt-4", picture && "picture-first")}
      aria-labelledby="pick"
    >
      <div class="verdict-words">
        <p class="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
          <span>The system for your answers</span>
          <SystemTier system={lead} steps={tierSteps} class="text-ink" />
        </p>
        <h1 id="pick" class="mt-1 text-4xl">{lead.name}</h1>
        {lead.tagline && <p class="mt-1.5 text-muted">{lead.tagline}</p>}
        <div class="mt-5">
          <Reasons reasons={reasons.slice(0, 1)} />
        </div>
        <HowManyMet verdict={verdict} />
        {tier?.description && (
          <p class="mt-3 text-sm">
            <span class="font-medium">The budget tier “{tier.label}”:</span> {tier.description}
          </p>
        )}
        {verdict.receipt?.purpose && (
          <p class="mt-3 text-sm">
            <span class="font-medium">What the higher price is for:</span> {verdict.receipt.purpose}
          </p>
        )}
        <div class="mt-5 flex flex-wrap items-center gap-x-5 gap-y-2 print:hidden">
          <ButtonLink href={`#${LEAD_FORM_ID}`}>Talk to us about {lead.name}</ButtonLink>
          <a href={systemHref(lead.id)} class="text-link tap py-1 text-sm wrap-anywhere">
            See every figure of {lead.name}
          </a>
          <ResultActions url={url} />
        </div>
      </div>
      <LeadFigure system={lead} picture={picture} sizes={PICTURE_SIZES} />
      <Cheaper result={result} pick={pick} />
    </section>
  );
}

/** Most unmet answers named here. The list of answers below has all of them. */
const UNMET_SHOWN = 3;

/**
 * How many answers are met, and which ones nothing took into account. Those require no figure, so nobody knows that the
 * pick fails them.
 */
function HowManyMet({ verdict: { answers } }: { verdict: VerdictView }): JSX.Element {
  const unmet = answers.filter(({ verdict }) => verdict === "unmet");
  const met = answers.filter(({ verdict }) => verdict === "met").length;
  const names = unmet.map(({ label, factor }) => `“${label}” (${inSentence(factor)})`);
  return (
    <p class="mt-4 text-sm">
      {answers.length > 0 && (
        <>
          <a href="#answers" class="text-link font-medium">{formatMet(met, answers.length)}</a>.
          {" "}
        </>
      )}
      {names.length > 0
        ? `Not weighed: ${formatFirst(names, UNMET_SHOWN)}.`
        : met < answers.length && `We weighed ${formatWeighed(met, answers.length)}.`}
    </p>
  );
}

function formatMet(met: number, all: number): string {
  if (all === 1) return met === 1 ? "Your answer is met" : "What became of your answer";
  if (met === all) return all === 2 ? "Both answers are met" : `All ${all} answers are met`;
  return `${met} of your ${all} answers ${met === 1 ? "is" : "are"} met`;
}

/** Formats those that are not met, after {@linkcode formatMet}. */
function formatWeighed(met: number, all: number): string {
  if (all === 1) return "it";
  if (met === 0) return "them";
  return all - met === 1 ? "the other" : "the others";
}

/** Lists the first names, and the number of the others: "wind load, warranty, and 2 more". */
function formatFirst(names: readonly string[], most: number): string {
  const rest = names.length - most;
  return formatList(rest > 0 ? [...names.slice(0, most), `${rest} more`] : names);
}

/** Most losses named for the cheaper system, and most gains. Those that an answer asked for come first. */
const LOSSES_SHOWN = 2;
const GAINS_SHOWN = 2;

/** Not "the cheapest": systems on the same budget tier may differ in price. */
const NOTHING_CHEAPER =
  "Our rules put forward no system on a lower budget tier that has what your answers require.";

/**
 * The cheapest sufficient system and what the buyer would give up with it, or that there is none. Nothing is known to be
 * cheaper or dearer than a pick without a budget tier.
 */
function Cheaper(
  { result, pick }: { result: ResultView; pick: PickView },
): JSX.Element | null {
  const { track, optionIds, verdict: { receipt } } = result;
  const { lead, alternatives, tierSteps } = pick;
  if (receipt === null) {
    return lead.budgetTier === null
      ? null
      : <p class="verdict-cheaper text-sm text-muted">{NOTHING_CHEAPER}</p>;
  }
  const { cheaper, rows } = receipt;
  const losses = askedFirst(rows.filter(({ givesUp }) => givesUp));
  const gains = askedFirst(rows.filter(({ gains }) => gains)).map(({ name }) => inSentence(name));
  const compared = [lead.id, ...alternatives.map(({ system }) => system.id)];
  return (
    <aside
      aria-labelledby="enough"
      class="verdict-cheaper grid grid-cols-[min(5.5rem,25%)_minmax(0,1fr)] gap-x-5"
    >
      <SystemPicture system={cheaper} sizes="6rem" detail="icon" class="self-start" />
      <div class="min-w-0 text-sm wrap-anywhere">
        <h2 id="enough" class="flex flex-wrap items-center gap-x-4 font-medium">
          <span>
            <a href={systemHref(cheaper.id)} class="plain-link">{cheaper.name}</a>{" "}
            costs less and would be enough
          </span>
          <SystemTier system={cheaper} steps={tierSteps} class="font-normal" />
        </h2>
        <Losses losses={losses} />
        {gains.length > 0 && <p>In its favour: {formatFirst(gains, GAINS_SHOWN)}</p>}
        <p class="mt-1 flex flex-wrap gap-x-5 print:hidden pointer-coarse:gap-y-4">
          <a href="#receipt" class="text-link tap py-0.5">What the difference buys</a>
          <a
            href={compareHref(compared.slice(0, MAX_COMPARED), { answers: { track, optionIds } })}
            class="text-link tap py-0.5"
          >
            Compare them
          </a>
        </p>
      </div>
    </aside>
  );
}

function askedFirst(rows: ReceiptView["rows"]): ReceiptView["rows"] {
  return rows.toSorted((a, b) => b.askedBy.length - a.askedBy.length);
}

/** The figures in which the cheaper system is behind: what the buyer would get, and instead of what. */
function Losses({ losses }: { losses: ReceiptView["rows"] }): JSX.Element {
  const units = useUnits();
  if (losses.length === 0) return <p class="mt-1">You would give up nothing in the figures.</p>;
  const isCut = losses.length > LOSSES_SHOWN;
  return (
    <>
      <p class="mt-1">
        You would give up something in{isCut && ` ${counted(losses.length, "figure")}, such as`}:
      </p>
      <ul class="grid max-w-text gap-0.5">
        {losses.slice(0, LOSSES_SHOWN).map(({ attributeId, name, unit, from, to }) => {
          const reading = inOneUnit([from, to], { unit, units });
          return (
            <li key={attributeId}>
              {name}: <span class="font-medium">{formatFigure(to, reading)}</span>{" "}
              <span class="text-muted">instead of {formatFigure(from, reading)}</span>
              <BetterNote unit={unit} />
            </li>
          );
        })}
      </ul>
    </>
  );
}
