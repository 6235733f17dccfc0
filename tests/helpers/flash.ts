/** What an act says, as the store keeps it for the next page. */

/** The flash that an answer left for whoever acted; undefined where it left none. */
export async function keptFlash(kv: Deno.Kv, response: Response): Promise<Record<string, unknown>> {
  const id = flashCookie(response).split("=")[1] ?? "";
  const { value } = await kv.get<{ flash: Record<string, unknown> }>(["admin_flashes", id]);
  return value?.flash ?? {};
}

/** The cookie that a browser sends back. */
export function flashCookie(response: Response): string {
  const cookies = response.headers.getSetCookie().filter((set) => set.startsWith("gss_flash="));
  return cookies.at(-1)?.split(";")[0] ?? "";
}
