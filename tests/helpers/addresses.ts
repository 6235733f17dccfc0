/** Lists paths of every kind that the service answers, for tests that visit all of them. */
import { ENDPOINTS } from "@/lib/api/mod.ts";
import type { TestApp } from "./app.ts";

/** Returns the paths of pages, endpoints and files, a redirect, missing pages and endpoints, and very long queries. */
export function everyAddress({ services }: Pick<TestApp, "services">): string[] {
  const { systems, factors } = services.catalog.current();
  const ids = systems.slice(0, 2).map(({ id }) => id);
  const options = factors.flatMap((factor) => factor.options[0]?.id ?? []).join(",");
  return [
    ...pages({ ids, options }),
    ...ENDPOINTS.map(({ path }) => path),
    `/select?track=home&options=&from=none`,
    "/styles.css",
    "/favicon.svg",
    "/robots.txt",
    "/sitemap.xml",
    "/nonesuch",
    "/systems/nonesuch",
    "/api/nonesuch",
    `/results?options=${"a,".repeat(5000)}`,
    `/api/recommendation?options=${"a,".repeat(5000)}`,
  ];
}

/** Returns the path of every page for buyers and integrators. */
export function everyPage({ services }: Pick<TestApp, "services">): string[] {
  const { systems, factors } = services.catalog.current();
  return pages({
    ids: systems.slice(0, 2).map(({ id }) => id),
    options: factors.flatMap((factor) => factor.options[0]?.id ?? []).join(","),
  });
}

function pages({ ids, options }: { ids: string[]; options: string }): string[] {
  return [
    "/",
    "/select",
    "/select?track=home",
    `/select?track=home&options=${options}&step=check`,
    `/results?track=home&options=${options}`,
    "/results",
    `/compare?systems=${ids}`,
    "/systems",
    `/systems/${ids[0]}`,
    "/advisor",
    `/advisor?from=browsing&systems=${ids[0]}`,
    "/api",
  ];
}
