/** Values and outcomes of the CRM in words, and the address of its page. */
import { sectionHref } from "@/components/hrefs/admin.ts";
import { counted } from "@/components/ui/counted.ts";
import type { Snapshot } from "@/lib/catalog/mod.ts";
import {
  type ConnectionCheck,
  factorOfField,
  formatFailure,
  type FormFilling,
  NAMED_SESSION_FIELDS,
  type NamedSessionField,
  type RetryReport,
  type StandingRefusal,
  type Untried,
} from "@/lib/crm/mod.ts";
import { formatCount, formatDay } from "@/lib/text/mod.ts";

/** Address of the page. */
export const ACTION = sectionHref("crm");

const FIELD_LABELS: Readonly<Record<NamedSessionField, string>> = {
  recommendation: "Recommended system",
  alternatives: "Cheaper alternatives",
  systems_viewed: "Systems looked at",
  completed_at: "When the last question was answered",
  recommendation_resources: "Link to the system’s resources",
  recommendation_configure: "Link to configure and price it",
  recommendation_repfinder: "Link to find a dealer",
  hot_lead: "Hot lead",
};

/** Returns the label of a session field: "Answer: Acoustic privacy". */
export function sessionFieldLabel(
  { catalog }: Pick<Snapshot, "catalog">,
  field: string,
): string {
  const factorId = factorOfField(field);
  if (factorId !== null) {
    const factor = catalog.factors.find(({ id }) => id === factorId);
    return `Answer: ${factor?.name ?? factorId}`;
  }
  const named = NAMED_SESSION_FIELDS.find((name) => name === field);
  return named === undefined ? field : FIELD_LABELS[named];
}

const PARTS = {
  email: "The e-mail address",
  firstName: "The first name",
  lastName: "The last name",
};

/** Returns the source of a form field's value, in words. */
export function fillingInWords(catalog: Snapshot, filling: FormFilling): string {
  if (filling.kind === "person") return PARTS[filling.part];
  return sessionFieldLabel(catalog, filling.field);
}

/** Returns a refusal in words: "2 times, the last time on 4 May 2026: it refused this list (status 400)." */
export function refusalInWords(
  { kind, count, lastAt, status }: Omit<StandingRefusal, "subject">,
): string {
  const often = count === 1 ? "Once" : `${formatCount(count)} times`;
  const how = status === null
    ? "it has no such form, or several, or one without a field that we can fill"
    : status < 300
    ? `it took the form, but reported errors with its values or its processing (status ${status})`
    : status === 404
    ? `it has no such ${kind} (status 404)`
    : `it refused this ${kind} (status ${status})`;
  return `${often}, the last time on ${formatDay(lastAt)}: ${how}.`;
}

/** Returns the result of a connectivity check as a sentence. */
export function connectionInWords(check: ConnectionCheck): string {
  switch (check.result) {
    case "unconfigured":
      return `We did not contact the CRM: ${check.missing.join(", ")} ${
        check.missing.length === 1 ? "is" : "are"
      } not set.`;
    case "ok":
      return `The CRM answered within ${
        Math.round(check.durationMs)
      } ms and accepts our credentials.`;
    case "failed":
      return `The CRM did not pass the test: ${formatFailure(check)}, after ${
        Math.round(check.durationMs)
      } ms.`;
  }
}

const LOAD_AGAIN = "Load this page again in a minute: leads that have landed are no longer listed.";

/**
 * Returns the result of a retry run in words; null is a run that is still going on. `untried` are the leads that were to be
 * retried and have not landed; null without a CRM.
 */
export function retryInWords(report: RetryReport | null, untried: Untried | null): string {
  if (report === null) return `The CRM is slow, and we are still trying. ${LOAD_AGAIN}`;
  const others = untried === null || untried.busy === 0
    ? ""
    : ` ${counted(untried.busy, "lead")} ${
      untried.busy === 1 ? "was" : "were"
    } left out, because another run is just sending to the same address. ${LOAD_AGAIN}`;
  return sumUp(report, untried) + others;
}

function sumUp(report: RetryReport, untried: Untried | null): string {
  const { processed, done, failed, abandoned, waiting } = report;
  if (processed === 0) {
    if (untried?.open === 0) {
      return "Nothing was tried, because these leads have landed or were deleted in the meantime.";
    }
    const why = untried === null ? ", because the CRM is not configured" : "";
    return `Nothing was tried${why}. ${counted(waiting, "lead")} still ${
      waiting === 1 ? "waits" : "wait"
    }.`;
  }
  const parts = [
    `${formatCount(done)} landed`,
    ...(failed > 0 ? [`${formatCount(failed)} did not and will be tried again`] : []),
    ...(abandoned > 0
      ? [`${formatCount(abandoned)} ${abandoned === 1 ? "was" : "were"} given up`]
      : []),
  ];
  const left = waiting === 0
    ? "No lead is waiting"
    : `${formatCount(waiting)} still ${waiting === 1 ? "waits" : "wait"}`;
  return `${counted(processed, "lead")} tried: ${parts.join(", ")}. ${left}.`;
}
