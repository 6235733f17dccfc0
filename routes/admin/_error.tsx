import { HttpError } from "fresh";
import { AdminError, OutsideAdmin } from "@/components/admin/AdminError.tsx";
import { AdminShell } from "@/components/admin/AdminShell.tsx";
import { Moment } from "@/components/admin/records.tsx";
import { SendAgain } from "@/components/admin/SendAgain.tsx";
import { ADMIN_ROOT } from "@/components/hrefs/admin.ts";
import { ButtonLink } from "@/components/ui/Button.tsx";
import { admit } from "@/lib/staff/mod.ts";
import { type Ctx, define, type State } from "@/lib/define.ts";
import { databaseState, type Dependency } from "@/lib/services.ts";
import { inSentence, withFullStop } from "@/lib/text/mod.ts";
import {
  AppError,
  completeErrorPage,
  formSent,
  isAdminEndpoint,
  statusOf,
  toErrorResponse,
} from "@/lib/http/mod.ts";

/** Route patterns that accept POST. */
const FORM_ROUTES: ReadonlySet<string> = new Set([
  "/admin/:section",
  "/admin/:section/new",
  "/admin/:section/:id",
  "/admin/simulator",
  "/admin/assistant",
  "/admin/cms/chunk",
  "/admin/cms/overrides",
  "/admin/cms/systems/new",
  "/admin/cms/systems/:id",
  "/admin/cms/attributes/new",
  "/admin/cms/attributes/:id",
  "/admin/corpus/upload",
  "/admin/media/upload",
  "/admin/media/upload/file",
  "/admin/media/upload/descriptions",
  "/admin/media/review",
  "/admin/media/review/accept",
  "/admin/media",
  "/admin/systems/:id/gallery",
  "/admin/systems/:id/values/:attributeId",
  "/admin/factors/:factorId/options",
  "/admin/factors/:factorId/options/new",
  "/admin/factors/:factorId/options/:id",
]);

/** Endpoints that answer programs and people (spec §4.9): errors are a page only for clients that ask for HTML. */
const FOR_BOTH = /^\/admin\/(?:(?:analytics|audit|leads)\/export|cms\/chunk)$/;

/** Transient statuses: the same form may succeed later, so the page offers to resend it. */
const PASSING: ReadonlySet<number> = new Set([401, 408, 429, 500, 502, 503]);
/** The size of the largest form in the admin area. */
const FORM_LIMITS = { maxBytes: 512 * 1024 };
/** More fields than any form of the area has. An attacker could send as many as fit into a body. */
const MOST_FIELDS = 2_000;

/**
 * Answers errors below `/admin`: as a page in the area's look, or as the JSON error body for endpoints and for clients
 * that ask for JSON (design §7). It also handles requests that did not pass the guard, such as those without a route;
 * there too, anonymous visitors learn only that they must sign in.
 */
export const handler = define.handlers(async (ctx) => {
  const error = ctx.error = await errorFor(ctx);
  const status = statusOf(error);
  const headers = {
    "x-robots-tag": "noindex",
    ...(status === 405 && { allow: allowedOn(ctx) }),
  };
  if (isAdminEndpoint(ctx.url.pathname) || asksForJson(ctx)) {
    const answer = toErrorResponse(error);
    for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
    return completeErrorPage(answer, ctx);
  }
  const isForm = ctx.req.method === "POST";
  ctx.state.title = describe(error, isForm).title;
  const { staff, services, requestId } = ctx.state;
  const form = PASSING.has(status) ? await formSent(ctx.req, FORM_LIMITS) : null;
  const kept = form !== null && form.size <= MOST_FIELDS ? form : null;
  const database = status === 500 || status === 503 ? await databaseState(services) : null;
  const message = (
    <>
      <ErrorMessage
        error={error}
        url={ctx.url}
        isStaff={staff !== undefined}
        isForm={isForm}
        requestId={requestId}
        form={kept}
        outage={database?.state === "down" ? database : null}
      />
      {status === 401 && isUnguarded(services.config) && <HowToOpen />}
    </>
  );
  const body = staff
    ? (
      <AdminShell staff={staff} config={services.config} url={ctx.url} isAnswer={isForm}>
        {message}
      </AdminShell>
    )
    : <OutsideAdmin>{message}</OutsideAdmin>;
  const page = await ctx.render(body, { status, headers }, { skipInheritedLayouts: true });
  return completeErrorPage(page, ctx);
});

/** Whether no sign-in is configured in a development environment, where the page may say so. */
function isUnguarded({ environment, access, admin }: State["services"]["config"]): boolean {
  return environment === "development" && access === null && !admin.devBypass;
}

function HowToOpen() {
  return (
    <p class="max-w-text border-t border-line pt-6 text-sm text-muted">
      This is a development environment, and no sign-in is set up. To open the admin area to
      everybody who uses this machine, start the service with{" "}
      <code class="font-mono text-xs text-ink">ADMIN_DEV_BYPASS=true</code>.
    </p>
  );
}

/**
 * Returns the error to show. The router answers 404 and 405 without asking the guard, so only staff see these; anybody
 * else gets the guard's refusal.
 */
async function errorFor(ctx: Ctx): Promise<unknown> {
  const status = statusOf(ctx.error);
  if (ctx.state.staff !== undefined || (status !== 404 && status !== 405)) return ctx.error;
  const { services } = ctx.state;
  try {
    ctx.state.staff = await admit(services, ctx);
    return ctx.error;
  } catch (refusal) {
    return refusal;
  }
}

/** Returns the `Allow` header: a POST that failed with 405 means GET only; else the route pattern decides. */
function allowedOn({ req, route }: Ctx): string {
  const takesForms = req.method !== "POST" && FORM_ROUTES.has(route ?? "");
  return takesForms ? "GET, HEAD, POST" : "GET, HEAD";
}

function asksForJson({ req, url }: Ctx): boolean {
  const accepted = req.headers.get("accept")?.toLowerCase() ?? "";
  if (accepted.includes("text/html")) return false;
  return accepted.includes("application/json") || FOR_BOTH.test(url.pathname);
}

interface ErrorMessageProps {
  error: unknown;
  url: URL;
  /** Whether the overview opens for the reader. */
  isStaff: boolean;
  /** Whether a form was sent. */
  isForm: boolean;
  requestId: string;
  /** The form to offer for resending; null for none. */
  form: URLSearchParams | null;
  /** The database when it is down, else null. This is no secret: `/ready` reports it publicly. */
  outage: Dependency | null;
}

function ErrorMessage(
  { error, url, isStaff, isForm, requestId, form, outage }: ErrorMessageProps,
) {
  const { title, message, way } = describe(error, isForm);
  const status = statusOf(error);
  const actions = form
    ? <SendAgain action={url.pathname + url.search} form={form} />
    : way && (way !== "overview" || isStaff) && <Ways way={way} url={url} />;
  return (
    <AdminError status={status} title={title} actions={actions}>
      <p>{withFullStop(message)}</p>
      {status === 403 && isStaff && !isForm && <p>An administrator can give you another role.</p>}
      {outage && (
        <p>
          {`The ${inSentence(outage.name)} is down (${outage.error})`}
          {outage.since && (
            <>
              {" since "}
              <Moment at={outage.since} />
            </>
          )}
          {`. ${outage.effect}`}
        </p>
      )}
      {form && (
        <p>
          {status === 401 && (
            <>
              You may have been signed out. <SignInLink />, then come back here.{" "}
            </>
          )}
          This page keeps what you filled in, until you close it.
        </p>
      )}
      {status >= 500 && (
        <p class="text-sm">
          In the log, this request is{" "}
          <code class="font-mono text-xs break-all text-ink">{requestId}</code>
        </p>
      )}
    </AdminError>
  );
}

function SignInLink() {
  return <a class="text-link" href={ADMIN_ROOT} target="_blank">Sign in in another tab</a>;
}

type Way = "overview" | "again";

function Ways({ way, url }: { way: Way; url: URL }) {
  return way === "overview"
    ? <ButtonLink href={ADMIN_ROOT} variant="secondary">Overview</ButtonLink>
    : <ButtonLink href={url.pathname + url.search}>Load the page again</ButtonLink>;
}

interface Description {
  readonly title: string;
  readonly message: string;
  readonly way: Way | null;
}

const BROKEN: Description = {
  title: "Something broke on our side",
  message: "This was our mistake. Check whether your change was saved before you repeat it.",
  way: "again",
};

/** A page that the reader may not open. */
const CLOSED: Description = {
  title: "You may not open this page",
  message: "Your role does not include it.",
  way: "overview",
};

const BY_STATUS: Readonly<Record<number, Description>> = {
  401: { title: "Sign in needed", message: "This part of the service is for staff.", way: "again" },
  403: {
    title: "You may not do that",
    message: "The request came from another site. Open the page here and do it again.",
    way: "overview",
  },
  404: {
    title: "There is no page here",
    message: "The address may be mistyped, or somebody deleted the record.",
    way: "overview",
  },
  405: {
    title: "This page accepts no forms",
    message: "You can open and read this page, but it does not accept forms.",
    way: "overview",
  },
  409: {
    title: "Someone else was quicker",
    message:
      "The record has changed since you opened it. Open it again to see the current version.",
    way: "again",
  },
  413: {
    title: "That is too much at once",
    message: "The request is too large. Go back one page and send less.",
    way: "overview",
  },
  429: {
    title: "One moment, please",
    message: "Too many requests: try again in a minute.",
    way: "again",
  },
  503: {
    title: "We will be back in a moment",
    message:
      "The service cannot answer right now. If you were saving, check whether it was saved before you repeat it.",
    way: "again",
  },
};

/** Returns the text for an error: an AppError's own message below 500, a generic one for server errors (spec §5). */
function describe(error: unknown, isForm: boolean): Description {
  const status = statusOf(error);
  const known = status === 403 && !isForm ? CLOSED : BY_STATUS[status];
  if (status >= 500) return known ?? BROKEN;
  const says = error instanceof AppError && status !== 401 && status !== 404 && status !== 405;
  if (says) {
    return { title: "That did not work", way: "overview", ...known, message: error.message };
  }
  return known ?? {
    title: "That did not work",
    message: error instanceof HttpError && error.message !== ""
      ? error.message
      : "The address or the form held something this page cannot use.",
    way: "overview",
  };
}
