/** The development server. */
import { App, type ListenOptions } from "../app.ts";
import { applySnapshot } from "../snapshot.ts";
import type { Builder } from "./builder.ts";

interface DevelopmentOptions<State> {
  importApp: () => Promise<{ app: App<State> } | App<State>>;
  listen: ListenOptions;
}

/** Builds in memory and serves the app. */
export async function serveDevelopment<State>(
  builder: Builder<unknown>,
  { importApp, listen }: DevelopmentOptions<State>,
): Promise<void> {
  const imported = await importApp();
  const app = imported instanceof App ? imported : imported.app;
  const build = await builder.make((error) => {
    throw error;
  });
  applySnapshot(app, await builder.load(build));
  await app.listen(listen);
}
