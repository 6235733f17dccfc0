/** The faults of a page of the CMS, and how each is sent. */
import type { ServerResponse } from "node:http";
import { writeError } from "./documents.ts";

/** The faults of a page. */
export const FAULTS = [
  "500",
  "503",
  "503 page",
  "200 page",
  "403 empty",
  "429",
  "truncated",
  "data null",
  "data object",
  "garbage",
  "stall",
  "reset",
  "huge",
  "next forever",
  "same page",
  "elsewhere",
] as const;
/** One of {@linkcode FAULTS}. */
export type Fault = typeof FAULTS[number];

/** Faults that change the rows or links of a page, not how it is sent. */
type RowFault = Extract<Fault, "next forever" | "same page">;

/** Whether a fault changes the rows or links of a page. */
export function isRowFault(fault: Fault | null): fault is RowFault {
  return fault === "next forever" || fault === "same page";
}

const API = { "content-type": "application/vnd.api+json" };
const HTML = { "content-type": "text/html; charset=UTF-8" };
const MAINTENANCE =
  "<!DOCTYPE html><html><head><title>Site under maintenance</title></head></html>";

/** Sends a response with a fault. `body` is the page without the fault, `elsewhere` the target of the redirect. */
export function sendFault(
  response: ServerResponse,
  fault: Exclude<Fault, RowFault>,
  { body, elsewhere }: { readonly body: string; readonly elsewhere: string },
): void {
  const send = (status: number, headers: Record<string, string>, text: string) =>
    void response.writeHead(status, headers).end(text);
  switch (fault) {
    case "500":
      return send(
        500,
        API,
        writeError(500, "Internal Server Error", "The website encountered it."),
      );
    case "503":
      return send(
        503,
        { ...API, "retry-after": "7" },
        writeError(503, "Service Unavailable", "Site under maintenance."),
      );
    case "503 page":
      return send(503, { ...HTML, "retry-after": "3600" }, MAINTENANCE);
    case "200 page":
      return send(200, HTML, MAINTENANCE);
    case "403 empty":
      return send(403, API, '{"jsonapi":{"version":"1.0"},"data":[],"meta":{"count":"0"}}');
    case "429":
      return send(429, { ...HTML, "retry-after": "86400" }, "<h1>Too many requests</h1>");
    case "truncated":
      return send(200, API, body.slice(0, Math.floor(body.length * 0.7)));
    case "data null":
      return send(200, API, '{"jsonapi":{"version":"1.1"},"data":null}');
    case "data object":
      return send(200, API, '{"jsonapi":{"version":"1.1"},"data":{}}');
    case "garbage":
      return send(200, API, '{"data":[1,"x",null,[],true],"links":{"next":{"href":"?page=1"}}}');
    case "stall":
      return;
    case "reset":
      return void response.socket?.destroy();
    case "elsewhere":
      return send(302, { location: elsewhere }, "");
    case "huge":
      return endless(response);
  }
}

/** Sends an endless response, until the client disconnects. */
function endless(response: ServerResponse): void {
  response.writeHead(200, API);
  response.write('{"data":["');
  const piece = "x".repeat(64 * 1024);
  const more = () => {
    while (!response.destroyed && response.write(piece));
    if (!response.destroyed) response.once("drain", more);
  };
  more();
}
