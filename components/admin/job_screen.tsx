/** The parts of a screen that runs a job: what it would do, how far it is, what it came to, and what it did before. */
import type { ComponentChildren, JSX } from "preact";
import { Badge } from "../ui/Badge.tsx";
import { counted } from "../ui/counted.ts";
import { Disclosure } from "../ui/Disclosure.tsx";
import { RowsTable } from "../ui/Table.tsx";
import { Moment } from "./records.tsx";

/** The state of a job in words, and how to look at it. */
export interface JobState {
  readonly label: string;
  readonly tone: "neutral" | "accent" | "positive" | "warning" | "danger";
}

/** The state of a job. */
export function JobBadge({ state }: { state: JobState }): JSX.Element {
  return <Badge tone={state.tone}>{state.label}</Badge>;
}

interface JobCountsProps {
  /** What is counted, and how many there are of it. */
  readonly counts: readonly { readonly label: string; readonly count: number }[];
}

/** Counts side by side, the numbers first. */
export function JobCounts({ counts }: JobCountsProps): JSX.Element {
  return (
    <dl class="flex flex-wrap gap-x-10 gap-y-3">
      {counts.map(({ label, count }) => (
        <div key={label} class={count === 0 ? "text-muted" : undefined}>
          <dd class="text-xl font-medium tabular-nums">{count.toLocaleString("en-US")}</dd>
          <dt class="text-sm">{label}</dt>
        </div>
      ))}
    </dl>
  );
}

interface JobProgressProps {
  /** What is being done, such as "Applying". */
  readonly label: string;
  readonly done: number;
  /** Null where it is not known how much there is. */
  readonly of: number | null;
  /** What is counted: "change", "page". */
  readonly noun: string;
}

/** How far a job is; a script that drives the job writes into it. */
export function JobProgress({ label, done, of, noun }: JobProgressProps): JSX.Element {
  return (
    <div class="grid gap-1.5" data-job-progress>
      <p class="text-sm" role="status" data-job-text data-label={label} data-noun={noun}>
        {label}: {of === null ? counted(done, noun) : `${done} of ${counted(of, noun)}`}
      </p>
      <progress
        class="job-progress"
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
  /** Whether the list is open; long ones are closed unless told otherwise. */
  readonly open?: boolean;
}

const SHOWN = 100;

/** What a job has to say, the same about several records said once with their names. */
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

/** Sentences of the form "Name: it is so." are grouped by what they say; a repeated one is said once, with how often. */
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

/** A job that was done before. */
export interface PastJob {
  readonly href: string;
  readonly name: string;
  readonly state: JobState;
  readonly at: Date;
  readonly by: string;
  /** What it came to, in a few words. */
  readonly result: string;
}

/** What was done before, the newest first. */
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
