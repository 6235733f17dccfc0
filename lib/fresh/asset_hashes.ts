/**
 * Content hashes of the static files by URL path, for `asset()`. The server's are set when a
 * build is applied; a bundle for the browser gets its own copy of this module, filled.
 */
export const hashes: Map<string, string> = new Map();
