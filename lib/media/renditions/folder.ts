/** Prepares the folder of the rendition cache. */

/** A writable folder. */
interface RenditionFolder {
  readonly path: string;
  /** The error that made it fall back to a temporary folder; null for the requested folder. */
  readonly insteadBecause: unknown;
  /** Removes a temporary folder; does nothing to the requested one. */
  close(): Promise<void>;
}

/** Creates the folder and tests that it is writable; falls back to a temporary folder. */
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
