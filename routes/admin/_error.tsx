import { type Context, HttpError } from "fresh";
import { AdminError, OutsideAdmin } from "../../components/admin/AdminError.tsx";
import { AdminShell } from "../../components/admin/AdminShell.tsx";
import { SendAgain } from "../../components/admin/SendAgain.tsx";
import { ADMIN_ROOT } from "../../components/hrefs/admin.ts";
import { ButtonLink } from "../../components/ui/Button.tsx";
import { admit } from "../../lib/staff/mod.ts";
import { define, type State } from "../../lib/define.ts";
import { databaseState, type Dependency } from "../../lib/services.ts";
import {
  AppError,
  completeErrorPage,
  formSent,
  isAdminEndpoint,
  statusOf,
  toErrorResponse,
} from "../../lib/http/mod.ts";

/** Addresses that take a form, by their pattern. */
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

/** Statuses after which the same form may be taken: what was typed into it must not be lost. */
const PASSING: ReadonlySet<number> = new Set([401, 408, 429, 500, 502, 503]);
/** The longest form of the area. */
const FORM_LIMITS = { maxBytes: 512 * 1024 };
/** More than any form of the area has; a stranger may send as many as fit into a body. */
const MOST_FIELDS = 2_000;

/**
 * Answers what went wrong below `/admin`, in the area's own look, or in the shape of every endpoint where the
 * address is one, and for a client that asks for JSON (design §7). Also of what the guard has not seen, such as an address without
 * a page: strangers learn there, too, no more than that they must sign in.
 */
export const handler = define.handlers(async (ctx) => {
  const error = ctx.error = await errorFor(ctx);
  const status = statusOf(error);
  const headers = {
    "x-robots-tag": "noindex",
    ...(status === 405 && { allow: allowedOn(ctx) }),
  };
  if (isAdminEndpoint(ctx.url.pathname) || asksForJson(ctx.req)) {
    const answer = toErrorResponse(error);
    for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
    return completeErrorPage(answer, ctx);
  }
  const { staff, services, requestId } = ctx.state;
  const form = PASSING.has(status) ? await formSent(ctx.req, FORM_LIMITS) : null;
  const kept = form !== null && form.size <= MOST_FIELDS ? form : null;
  const database = status === 503 ? await databaseState(services) : null;
  const message = (
    <>
      <ErrorMessage
        error={error}
        url={ctx.url}
        requestId={requestId}
        form={kept}
        outage={database?.state === "down" ? database : null}
      />
      {status === 401 && isUnguarded(services.config) && <HowToOpen />}
    </>
  );
  const body = staff
    ? <AdminShell staff={staff} config={services.config} url={ctx.url}>{message}</AdminShell>
    : <OutsideAdmin>{message}</OutsideAdmin>;
  const page = await ctx.render(body, { status, headers }, { skipInheritedLayouts: true });
  return completeErrorPage(page, ctx);
});

/** Whether nobody can sign in because the area is not set up, on a machine where that is for developers to hear. */
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

/** The router says 404 and 405 to anybody; of staff alone it is known that they may hear it. */
async function errorFor(ctx: Context<State>): Promise<unknown> {
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

/** A screen that refuses a form takes none; whether it would take one, its address says. */
function allowedOn({ req, route }: Context<State>): string {
  const takesForms = req.method !== "POST" && FORM_ROUTES.has(route ?? "");
  return takesForms ? "GET, HEAD, POST" : "GET, HEAD";
}

function asksForJson({ headers }: Request): boolean {
  const accepted = headers.get("accept")?.toLowerCase() ?? "";
  return accepted.includes("application/json") && !accepted.includes("text/html");
}

interface ErrorMessageProps {
  error: unknown;
  url: URL;
  requestId: string;
  /** What was posted and may be posted again; null where there is nothing of the kind. */
  form: URLSearchParams | null;
  /** What is down; null where nothing is that every page needs. No secret, for `/ready` says so to anybody. */
  outage: Dependency | null;
}

function ErrorMessage({ error, url, requestId, form, outage }: ErrorMessageProps) {
  const { title, message, way } = describe(error);
  const status = statusOf(error);
  const actions = form
    ? <SendAgain action={url.pathname + url.search} form={form} />
    : way && <Ways way={way} url={url} />;
  return (
    <AdminError status={status} title={title} actions={actions}>
      <p>{sentence(message)}</p>
      {outage && <p>{`${outage.name} down (${outage.error}). ${outage.effect}`}</p>}
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

/** Messages of errors carry no period. */
function sentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}

type Way = "overview" | "again";

function Ways({ way, url }: { way: Way; url: URL }) {
  return way === "overview"
    ? <ButtonLink href={ADMIN_ROOT} variant="secondary" size="small">Overview</ButtonLink>
    : <ButtonLink href={url.pathname + url.search} size="small">Load the page again</ButtonLink>;
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

const BY_STATUS: Readonly<Record<number, Description>> = {
  401: { title: "Sign in needed", message: "This part of the service is for staff.", way: "again" },
  403: {
    title: "You may not do that",
    message: "The request came from another site. Open the page here and do it again.",
    way: null,
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
    message: "The record has changed since you opened it. Open it again to see how it stands now.",
    way: "again",
  },
  503: {
    title: "We will be back in a moment",
    message:
      "The service cannot answer right now. If you were saving, check whether it was saved before you repeat it.",
    way: "again",
  },
};

/** A refusal speaks for itself; what broke is ours to know (spec §5). */
function describe(error: unknown): Description {
  const status = statusOf(error);
  const known = BY_STATUS[status];
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
