import { asset } from "fresh/runtime";
import { PageTags } from "../components/buyer/PageTags.tsx";
import { readConsent } from "../lib/consent/mod.ts";
import { trackingSnippet } from "../lib/crm/mod.ts";
import { define } from "../lib/define.ts";
import { isAdminPath } from "../lib/http/mod.ts";
import { formatDate } from "../lib/text/mod.ts";

const PRODUCT = "Movable Walls";
const DESCRIPTION =
  "Answer a few questions about your opening and get the movable wall that is enough for it, the " +
  "cheaper ones that would also do, and the reasons.";
const PERSONAL_PATHS = new Set(["/results", "/thanks"]);

export default define.page(function App({ Component, req, state, url }) {
  const { config, now } = state.services;
  const isAdmin = isAdminPath(url.pathname);
  const site = isAdmin ? `${PRODUCT} administration` : PRODUCT;
  const title = state.title ? `${state.title} · ${site}` : `${PRODUCT}: guided selection`;
  const font = asset("/fonts/hanken-grotesk-latin.woff2");
  const address = `${config.baseUrl ?? url.origin}${url.pathname}`;
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        {isAdmin ? <meta name="robots" content="noindex, nofollow" /> : (
          <PageTags
            site={PRODUCT}
            title={state.title ?? title}
            description={state.description ?? DESCRIPTION}
            address={address}
            query={url.search}
            isPersonal={PERSONAL_PATHS.has(url.pathname) || url.searchParams.has("options")}
            picture={state.picture}
            standIn={state.services.pages.current().picture("home", "hero")}
            thing={state.thing}
          />
        )}
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#faf8f4" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#161513" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href={asset("/favicon.svg")} type="image/svg+xml" />
        <link rel="preload" href={font} as="font" type="font/woff2" crossorigin="anonymous" />
        <style>{fontFace(font)}</style>
        <link rel="stylesheet" href={asset(isAdmin ? "/admin.css" : "/styles.css")} />
      </head>
      <body>
        <a class="skip-link" href="#main">Skip to content</a>
        <p class="page-column hidden text-sm wrap-anywhere text-muted print:block">
          {state.printedUrl ?? address + url.search} · {formatDate(now())}
        </p>
        <Component />
        {state.tracking && <script>{trackingSnippet(state.tracking)}</script>}
        {state.report && readConsent(req.headers.get("cookie"), config.cmp).measurement && (
          // The only script of a page without an island, and only with consent to measurement.
          <script src={asset("/beacon.js")} data-report={JSON.stringify(state.report)} defer />
        )}
      </body>
    </html>
  );
});

/**
 * Returns the `@font-face` rule. It is here for the URL with a content hash, which lets browsers cache the font without
 * revalidation. A late font is used from the next page on, so that no lines move. HTML must not escape anything in it.
 */
function fontFace(url: string): string {
  return `@font-face{font-family:Hanken Grotesk;src:url(${url});font-weight:100 900;font-display:optional}`;
}
