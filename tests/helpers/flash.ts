/** The flash messages that an action stores for the next page. */

import type { Flash } from "@/lib/staff/mod.ts";

/** Reads the flash that a response stored; null when there is none. */
export async function keptFlash(kv: Deno.Kv, response: Response): Promise<Flash | null> {
  const id = flashCookie(response).split("=")[1] ?? "";
  if (id === "") return null;
  const { value } = await kv.get<{ flash: Flash }>(["admin_flashes", id]);
  return value?.flash ?? null;
}

/** Returns the flash cookie of a response, as a browser sends it back. */
export function flashCookie(response: Response): string {
  const cookies = response.headers.getSetCookie().filter((set) => set.startsWith("gss_flash="));
  return cookies.at(-1)?.split(";")[0] ?? "";
}
