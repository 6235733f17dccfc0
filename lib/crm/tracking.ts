/** The CRM's tracking script on buyer pages: when it stands there, and what it says (spec §4.11b). Pure. */

/** What a page needs in order to be tracked. */
export interface Tracking {
  /** Digits alone. */
  readonly siteId: string;
  /** Host of the script, with a port where it is not the usual one. */
  readonly host: string;
}

/** The settings that switch tracking on (spec §2.6). */
export interface TrackingSettings {
  readonly tracking_enabled: boolean;
  readonly tracking_site_id: string | null;
}

const SITE_ID = /^\d{1,20}$/;
/** The part of the network that serves the script to everyone, and sets no cookie of ours. */
const SHARED_HOST = /(?:^|\.)en25\.com$/i;
const SCRIPT_PATH = "/i/elqCfg.min.js";

/**
 * Whether a page is tracked, and how. It needs the switch, a site id of digits, a page outside of `/admin`, and
 * settings that could be read: pass null where they could not (spec §4.11b).
 */
export function trackingOf(
  settings: TrackingSettings | null,
  { pathname, host }: { pathname: string; host: string },
): Tracking | null {
  if (settings === null || !settings.tracking_enabled) return null;
  const siteId = settings.tracking_site_id ?? "";
  if (!SITE_ID.test(siteId) || /^\/admin(?:\/|$)/.test(pathname)) return null;
  return { siteId, host };
}

/**
 * The inline script of a tracked page. It loads the CRM's script without holding the page up and reports the page, and
 * again each address that scripts of the page move on to. From a host of our own domain it asks for the first-party
 * cookie that visitors are recognised by. Nothing in it needs escaping in a page.
 */
export function trackingSnippet({ siteId, host }: Tracking): string {
  const calls = [
    ["elqSetSiteId", siteId],
    ...(SHARED_HOST.test(host) ? [] : [["elqUseFirstPartyCookie", host]]),
    ["elqTrackPageView"],
  ].map((call) => `[${call.map(quoted).join(",")}]`);
  return `var _elqQ=_elqQ||[];_elqQ.push(${calls.join(",")});(function(){` +
    `var script=document.createElement('script');script.async=true;` +
    `script.src=${quoted(`//${host}${SCRIPT_PATH}`)};document.head.appendChild(script);` +
    `var last=location.pathname+location.search;function report(){` +
    `var here=location.pathname+location.search;if(here===last)return;last=here;` +
    `_elqQ.push(['elqTrackPageView',location.href])}` +
    `var push=history.pushState;history.pushState=function(){` +
    `push.apply(this,arguments);report()};addEventListener('popstate',report)})();`;
}

/** A text in a script, without what neither numbers nor hosts have. */
function quoted(text: string): string {
  return `'${text.replaceAll(/[^A-Za-z0-9.:/_-]/g, "")}'`;
}
