/** The parts of a screen that runs a job: plan, progress, result and history. */
import { formatCount } from "@/lib/text/mod.ts";
import type { ComponentChildren, JSX } from "preact";
import { Badge, type Tone } from "../ui/Badge.tsx";
import { counted } from "../ui/counted.ts";
import { Disclosure } from "../ui/Disclosure.tsx";
import { RowsTable } from "../ui/Table.tsx";
import { Moment } from "./records.tsx";

/** The label and tone of a job's state. */
export interface JobState {
  readonly label: string;
  readonly tone: Tone;
}

/** The state of a job as a badge. */
export function JobBadge({ state }: { state: JobState }): JSX.Element {
  return <Badge tone={state.tone}>{state.label}</Badge>;
}

/** Counts side by side; zeros are muted. */
export function JobCounts(
  { counts }: { counts: readonly { readonly label: string; readonly count: number }[] },
): JSX.Element {
  return (
    <dl class="flex flex-wrap gap-x-10 gap-y-3">
      {counts.map(({ label, count }) => (
        <div key={label} class={count === 0 ? "text-muted" : undefined}>
          <dd class="text-xl font-medium tabular-nums">{formatCount(count)}</dd>
          <dt class="text-sm">{label}</dt>
        </div>
      ))}
    </dl>
  );
}

interface JobProgressProps {
  /** The running action, such as "Applying". */
  readonly label: string;
  readonly done: number;
  /** The total; null while it is unknown. */
  readonly of: number | null;
  /** Noun of one step: "change", "page". */
  readonly noun: string;
}

/** The progress of a job. The script that drives the job updates it. */
export function JobProgress({ label, done, of, noun }: JobProgressProps): JSX.Element {
  return (
    <div class="grid gap-1.5" data-job-progress>
      <p class="text-sm" role="status" data-job-text data-label={label} data-noun={noun}>
        {label}:{" "}
        {of === null ? counted(done, noun) : `${formatCount(done)} of ${counted(of, noun)}`}
      </p>
      <progress
        class="h-2 w-full max-w-lg accent-accent"
        aria-label={label}
        {...(of === null ? {} : { value: done, max: Math.max(of, 1) })}
      >
      </progress>
    </div>
  );
}

interface SentencesProps {
  readonly title: string;
  readonly sentences: readonly string[];
  /** Whether the list is open. Defaults to open for up to 10 sentences. */
  readonly open?: boolean;
}

/** Most groups of sentences, and most names in a group, that are listed. */
const SHOWN = 100;

/** The messages of a job. A message about several records is shown once, with their names. */
export function Sentences({ title, sentences, open }: SentencesProps): JSX.Element | null {
  if (sentences.length === 0) return null;
  const groups = groupSentences(sentences);
  return (
    <Disclosure
      summary={`${title} (${sentences.length})`}
      open={open ?? sentences.length <= 10}
    >
      <ul class="grid gap-2 text-sm">
        {groups.slice(0, SHOWN).map(({ text, about }) => (
          <li key={text} class="wrap-anywhere">
            {text}
            {about.length > 0 && (
              <span class="block text-muted">
                {about.slice(0, SHOWN).join(", ")}
                {about.length > SHOWN && ` and ${about.length - SHOWN} more`}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

/**
 * Groups sentences of the form "Name: it is so." by the part after the name. A sentence that repeats becomes one, with
 * the number of times.
 */
export function groupSentences(
  sentences: readonly string[],
): { text: string; about: string[] }[] {
  const parts = sentences.map((sentence) => {
    const [, name, rest] = /^([^:]{1,200}): (.+)$/s.exec(sentence) ?? [];
    return name === undefined || rest === undefined
      ? { text: sentence, about: null }
      : { text: rest, about: name };
  });
  const groups = Map.groupBy(parts, ({ text }) => text);
  return Array.from(groups, ([text, group]) => {
    const about = [...new Set(group.flatMap(({ about }) => about ?? []))];
    const [only] = about;
    const times = group.length > 1 && about.length <= 1 ? ` (${group.length} times)` : "";
    return about.length === 1
      ? { text: `${only}: ${text}${times}`, about: [] }
      : { text: `${text.charAt(0).toUpperCase()}${text.slice(1)}${times}`, about };
  });
}

/** An earlier run of a job. */
interface PastJob {
  readonly href: string;
  readonly name: string;
  readonly state: JobState;
  readonly at: Date;
  readonly by: string;
  /** The result in a few words. */
  readonly result: string;
}

/** The earlier runs of a job, newest first. */
export function JobHistory(
  { jobs, caption, empty }: {
    readonly jobs: readonly PastJob[];
    readonly caption: string;
    readonly empty: ComponentChildren;
  },
): JSX.Element {
  if (jobs.length === 0) return <p class="border-y border-line py-3 text-muted">{empty}</p>;
  return (
    <RowsTable
      caption={caption}
      stacks
      rows={jobs}
      columns={[
        {
          label: "What",
          isHead: true,
          cell: ({ href, name }) => <a href={href} class="text-link">{name}</a>,
        },
        { label: "State", cell: ({ state }) => <JobBadge state={state} /> },
        { label: "Began", cell: ({ at }) => <Moment at={at} /> },
        { label: "By", cellClass: "wrap-anywhere", cell: ({ by }) => by },
        { label: "Result", cell: ({ result }) => result },
      ]}
    />
  );
}
