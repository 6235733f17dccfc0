/** Ids of records. */

/**
 * The pattern of every id in the product (spec §2.5): ASCII letters, digits, `-` and `_`, up to 100, beginning with a
 * letter or digit. Uuids match it too. Other texts are filtered out before a query,
 * because Postgres rejects some of them as parameters (U+0000).
 */
export const ID_PATTERN = /^[a-zA-Z0-9][a-zA-Z0-9_-]{0,99}$/;
