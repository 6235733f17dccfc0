/**
 * Content hashes of the static files by URL path, for `asset()`. On the server, `applySnapshot` fills the map; for the
 * browser, the bundler replaces this module by one with the hashes in it.
 */
export const hashes: Map<string, string> = new Map();
