/** Where renditions are kept. */

/** A folder that can be written to. */
export interface RenditionFolder {
  readonly path: string;
  /** Why it is not the one that was asked for; it goes when the process ends. */
  readonly insteadBecause: unknown;
  /** Removes what must not stay. */
  close(): Promise<void>;
}

/** Makes a folder, or a temporary one where that cannot be written to. */
export async function prepareFolder(path: string): Promise<RenditionFolder> {
  try {
    await Deno.mkdir(path, { recursive: true });
    await Deno.remove(await Deno.makeTempFile({ dir: path }));
    return { path, insteadBecause: null, close: () => Promise.resolve() };
  } catch (error) {
    const temporary = await Deno.makeTempDir({ prefix: "renditions-" });
    return {
      path: temporary,
      insteadBecause: error,
      close: () => Deno.remove(temporary, { recursive: true }),
    };
  }
}
