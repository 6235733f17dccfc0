/** The request state of the app, and the `define` helpers that are typed by it. */
import { type Context, createDefine } from "fresh";
import type { Flash, Staff } from "./staff/mod.ts";
import type { BrowserEvent } from "./analytics/browser.ts";
import type { Tracking } from "./crm/mod.ts";
import type { MediaItem } from "./media/mod.ts";
import type { Services } from "./services.ts";

/** The state of a request, which middlewares set for the routes. */
export interface State {
  /** All services that a route may call; set by the first middleware. */
  services: Services;
  /** Identifies the request in the log, in `X-Request-Id` and on error pages. */
  requestId: string;
  /** The authenticated staff member; set only in the admin area. */
  staff?: Staff;
  /** Outcome of the action that redirected here, shown once. */
  flash?: Flash;
  /** Text of the page's `<title>`; the layout adds the product's name. */
  title?: string;
  /** The report that the page sends when it is shown, if the visitor consents. */
  report?: PageReport;
  /** CRM tracking of the page (spec §4.11b); undefined when it is not tracked. */
  tracking?: Tracking;
  /** The address to print at the end of the page; default its own. */
  printedUrl?: string;
  /** The page's description, for search engines and shared links. */
  description?: string;
  /** The picture that a shared link to the page shows. */
  picture?: MediaItem | null;
  /** The subject of the page, for search engines. */
  thing?: Thing;
}

/** The body of a page's report of itself (design §7). */
export interface PageReport {
  readonly events: readonly BrowserEvent[];
  /** The track of the answers in the page's address, if it has answers. */
  readonly track?: string | null | undefined;
}

/** A thing in the vocabulary of schema.org, without its name, description, address and picture, which are the page's. */
export interface Thing {
  readonly "@type": "Product" | "Place";
  readonly [property: string]: unknown;
  /** The list that its page belongs to. */
  readonly within: { readonly name: string; readonly href: string };
}

/** Identity functions that type handlers, pages and middlewares with {@linkcode State}. */
export const define = createDefine<State>();

/** The context of a request, with its {@linkcode State}. */
export type Ctx = Context<State>;
