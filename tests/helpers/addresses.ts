/** Addresses of every kind that the service answers, for tests that walk them all. */
import { ENDPOINTS } from "../../lib/api/mod.ts";
import type { TestApp } from "./app.ts";

/** Pages, endpoints, files, a redirect, and both kinds of what does not exist. */
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
    "/nonesuch",
    "/systems/nonesuch",
    "/api/nonesuch",
    `/results?options=${"a,".repeat(5000)}`,
    `/api/recommendation?options=${"a,".repeat(5000)}`,
  ];
}

/** Every page that a buyer or an integrator can open. */
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
