/** The CRM's tracking script on buyer pages: its conditions and its text (spec §4.11b). Pure. */

/** The parameters of the tracking script. */
export interface Tracking {
  /** Digits only. */
  readonly siteId: string;
  /** Host of the script, with the port if it is not the default one. */
  readonly host: string;
}

/** The settings of tracking (spec §2.6). */
interface TrackingSettings {
  readonly tracking_enabled: boolean;
  readonly tracking_site_id: string | null;
}

const SITE_ID = /^\d{1,20}$/;
/** The vendor's shared hosts. From these the script cannot set a first-party cookie. */
const SHARED_HOST = /(?:^|\.)en25\.com$/i;
const SCRIPT_PATH = "/i/elqCfg.min.js";

/**
 * Returns how a page is tracked, or null when it is not (spec §4.11b). Tracking needs the switch, a site id of digits
 * only, a path outside of `/admin`, and readable settings: pass null when they could not be read.
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
 * Returns the host of the pixel by which the CRM's script reports a page view, wherever the script itself comes from.
 * That host redirects the pixel to ours, which sets the first-party cookie.
 */
export function pixelHost({ siteId }: Tracking): string {
  return `s${siteId}.t.eloqua.com`;
}

/**
 * Returns the inline script of a tracked page. It loads the CRM's script asynchronously, reports the page view, and
 * reports each client-side navigation. From a host of our own domain it asks for the first-party cookie that
 * recognition reads (spec §4.11a). The text needs no HTML escaping.
 */
export function trackingSnippet({ siteId, host }: Tracking): string {
  const calls = [
    ["elqSetSiteId", siteId],
    ...(SHARED_HOST.test(host) ? [] : [["elqUseFirstPartyCookie", host]]),
  ].map((call) => `[${call.map(quoted).join(",")}]`);
  // Each view passes its address, because the referrer policy cuts the one that the browser sends down to the host.
  return `var _elqQ=_elqQ||[];_elqQ.push(${calls.join(",")});(function(){` +
    `function view(){_elqQ.push(['elqTrackPageView',location.href])}view();` +
    `var script=document.createElement('script');script.async=true;` +
    `script.src=${quoted(`//${host}${SCRIPT_PATH}`)};document.head.appendChild(script);` +
    `var last=location.pathname+location.search;function report(){` +
    `var here=location.pathname+location.search;if(here===last)return;last=here;view()}` +
    `var push=history.pushState;history.pushState=function(){` +
    `push.apply(this,arguments);report()};addEventListener('popstate',report)})();`;
}

/** A JavaScript string literal, without characters that neither numbers nor hosts contain. */
function quoted(text: string): string {
  return `'${text.replaceAll(/[^A-Za-z0-9.:/_-]/g, "")}'`;
}
