import type { Snapshot } from "../catalog/mod.ts";
import type { Endpoint } from "./endpoints.ts";

/** A URL of the endpoint that answers something worth reading with the catalog as it is. */
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
