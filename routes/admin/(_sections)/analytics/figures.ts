/** The figures of a report, as tables in words. Pure. */
import {
  type AnalyticsReport,
  CONVERSIONS,
  FEWEST,
  type Funnel,
  STAGES,
  TIME_BOUNDS,
  type Visits,
} from "@/lib/analytics/mod.ts";
import type { Snapshot } from "@/lib/catalog/mod.ts";
import { nameIn } from "@/components/admin/record_names.ts";
import { counted } from "@/components/ui/counted.ts";
import { compareNames } from "@/lib/text/mod.ts";

/** A part of the page: its heading, an explanation and its tables. */
export interface Figures {
  readonly title: string;
  readonly text?: string;
  readonly tables: readonly Counts[];
}

/** A table of names and counts. */
export interface Counts {
  readonly caption: string;
  /** Headings: first that of the name, then one for each cell. */
  readonly heads: readonly string[];
  readonly rows: readonly {
    readonly name: string;
    /** The value that the bar shows: one of the cells. */
    readonly bar: Visits;
    /** Counts, and texts that are shown unchanged. */
    readonly cells: readonly (Visits | string)[];
  }[];
  /** The count that fills a bar; absent: the largest that a bar shows. */
  readonly most?: number;
}

/** Returns the parts of the page, in their order. */
export function figuresOf(report: AnalyticsReport, { catalog }: Snapshot): Figures[] {
  const { all, conversions, medianSeconds, times, unmatched } = report;
  const trackPlace = (id: string | null) => catalog.tracks.findIndex((track) => track.id === id);
  const tracks = report.tracks.toSorted((a, b) => trackPlace(a.track) - trackPlace(b.track));
  const trackName = (id: string | null) =>
    id === null ? "All questions, no track" : nameIn(catalog.tracks, id);
  const place = (id: string) => catalog.factors.findIndex((factor) => factor.id === id);
  const systems = report.systems.map((row) => ({
    ...row,
    name: nameIn(catalog.systems, row.systemId),
  })).toSorted((a, b) =>
    (b.recommended ?? 0) - (a.recommended ?? 0) || compareNames(a.name, b.name)
  );
  return [
    {
      title: "From the first question to a contact",
      text:
        "Each stage is counted on its own. A visit that agreed to measurement late appears only in the later stages.",
      tables: [funnelTable(all, "Visits by stage, on all tracks")],
    },
    {
      title: "Conversions",
      tables: [{
        caption: "Visits by conversion",
        heads: ["Conversion", "Visits", "Converted", "In percent"],
        rows: conversions.map(({ id, of, to }) => ({
          name: CONVERSIONS.find((conversion) => conversion.id === id)?.label ?? id,
          bar: to,
          cells: [of, to, percent(to, of)],
        })),
        most: Math.max(0, ...conversions.map(({ of }) => of ?? 0)),
      }],
    },
    {
      title: "Time to a result",
      ...(medianSeconds !== null && {
        text: `Half of the visits that saw a recommendation got there within ${
          durationOf(medianSeconds)
        } of their first question.`,
      }),
      tables: [{
        caption: "Visits by time to a result",
        heads: ["Time to a result", "Visits"],
        rows: times.map((visits, index) => ({
          name: timeInWords(index),
          bar: visits,
          cells: [visits],
        })),
      }],
    },
    ...tracks.map((funnel) => {
      const title = trackName(funnel.track);
      const questions = report.questions.filter(({ track }) => track === funnel.track)
        .toSorted((a, b) => place(a.factorId) - place(b.factorId));
      return {
        title,
        tables: [
          funnelTable(funnel, `Visits by stage: ${title}`),
          {
            caption: `Visits by question: ${title}`,
            heads: ["Question", "Saw it", "Answered", "Answered, in percent", "Ended there"],
            rows: questions.map(({ factorId, seen, answered, left }) => ({
              name: nameIn(catalog.factors, factorId),
              bar: seen,
              cells: [seen, answered, percent(answered, seen), left],
            })),
          },
        ],
      };
    }),
    ...(systems.length === 0 ? [] : [{
      title: "Systems",
      text:
        "A visit ends on a system when that system’s recommendation or page is the last one seen.",
      tables: [{
        caption: "Visits by system",
        heads: ["System", "Recommended to", "Opened its page", "Compared it", "Ended on it"],
        rows: systems.map(({ name, recommended, viewed, compared, left }) => ({
          name,
          bar: recommended,
          cells: [recommended, viewed, compared, left],
        })),
      }],
    }]),
    {
      title: "Answers without a recommendation",
      text: unmatchedInWords(unmatched.visits, unmatched.options.length),
      tables: [{
        caption: "Answers of visits without a recommendation",
        heads: ["Answer", "Visits", "In percent"],
        rows: unmatched.options.map(({ optionId, visits }) => ({
          name: optionName(catalog, optionId),
          bar: visits,
          cells: [visits, percent(visits, unmatched.visits)],
        })),
        most: unmatched.visits ?? 0,
      }],
    },
  ];
}

/** Returns the visits that reached each stage. */
function funnelTable({ stages }: Funnel, caption: string): Counts {
  return {
    caption,
    heads: ["Stage", "Visits", "Relative to those who saw a question"],
    rows: stages.map(({ id, visits }) => ({
      name: STAGES.find((stage) => stage.id === id)?.label ?? id,
      bar: visits,
      cells: [visits, percent(visits, stages[0]?.visits ?? null)],
    })),
  };
}

/**
 * Returns a count in percent of another; “–” when one of the two is suppressed, when the whole is 0, or when the part
 * exceeds the whole, so that it is not really a part of it.
 */
function percent(part: Visits, whole: Visits): string {
  if (part === null || whole === null || whole === 0 || part > whole) return "–";
  return `${Math.round((part / whole) * 100)}%`;
}

function optionName({ factors }: Snapshot["catalog"], optionId: string): string {
  for (const { name, options } of factors) {
    const option = options.find(({ id }) => id === optionId);
    if (option) return `${name}: ${option.label}`;
  }
  return optionId;
}

function unmatchedInWords(visits: Visits, options: number): string {
  if (visits === 0) return "No visit came to a result without a recommendation.";
  if (visits === null) {
    return `Some visits got no recommendation. They are too few to show (fewer than ${FEWEST}).`;
  }
  const many = `${counted(visits, "visit")} got no recommendation.`;
  return options === 0
    ? `${many} None of their answers was common enough to show.`
    : `${many} These are their most common answers.`;
}

function durationOf(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  return whole < 120 ? counted(whole, "second") : counted(Math.round(whole / 60), "minute");
}

function timeInWords(index: number): string {
  const minutes = TIME_BOUNDS.map((seconds) => seconds / 60);
  const [from, to] = [minutes[index - 1], minutes[index]];
  if (from === undefined) return `Under ${counted(to ?? 0, "minute")}`;
  return to === undefined ? `${from} minutes and more` : `${from} to ${to} minutes`;
}
