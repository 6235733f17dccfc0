/** The one request state of the app and the `define` helpers typed by it. */
import { createDefine } from "fresh";
import type { Flash, Staff } from "./staff/mod.ts";
import type { BrowserEvent } from "./session/browser.ts";
import type { Tracking } from "./crm/mod.ts";
import type { Services } from "./services.ts";

/** What middlewares leave for the routes behind them. */
export interface State {
  /** Everything a route may call; set by the first middleware. */
  services: Services;
  /** Identifies the request in the log, in `X-Request-Id` and on error pages. */
  requestId: string;
  /** Who asks, behind the guard of the admin area; nobody knows anywhere else. */
  staff?: Staff;
  /** What the action came to that led here, to be said once. */
  flash?: Flash;
  /** Text of the page's `<title>`; the layout adds the product's name. */
  title?: string;
  /** What reading the page amounts to, reported by the page where its visitor consents. */
  events?: BrowserEvent[];
  /** How the page is tracked for the CRM; nothing where it is not. */
  tracking?: Tracking;
  /** Text of the page's description, for search engines and shared links. */
  description?: string;
}

/** Types handlers, pages and middlewares by the app's state. */
export const define = createDefine<State>();
