import type { Snapshot } from "../catalog/mod.ts";
import type { Endpoint } from "./endpoints.ts";

/** Returns a path and query for the endpoint that give a meaningful response with the current catalog. */
export function exampleUrl(endpoint: Endpoint, { factors, systems, tracks }: Snapshot): string {
  const url = new URL(endpoint.path, "http://localhost");
  switch (endpoint.operationId) {
    case "getRecommendation": {
      const optionIds = factors.flatMap(({ options }) => options[0]?.id ?? []);
      url.searchParams.set("options", optionIds.join(","));
      if (tracks[0]) url.searchParams.set("track", tracks[0].id);
      break;
    }
    case "compareSystems":
      url.searchParams.set("systems", systems.slice(0, 2).map(({ id }) => id).join(","));
      break;
  }
  return url.pathname + decodeURIComponent(url.search);
}
