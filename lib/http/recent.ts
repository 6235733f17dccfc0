/**
 * Returns a function that caches the `size` most recently used values (an LRU cache): it returns the value of a key and
 * calls `make` on a miss. Not cached are an error that `make` throws, a promise that rejects, and a value for which
 * `make` calls `forget`, at once or later. `onLook` is called on every lookup with whether it was a hit.
 */
export function rememberRecent<K, V extends object>(
  size: number,
  onLook: (hit: boolean) => void = () => {},
): (key: K, make: (forget: () => void) => V) => V {
  const values = new Map<K, V>();
  return (key, make) => {
    let value = values.get(key);
    onLook(value !== undefined);
    if (value !== undefined) {
      values.delete(key);
      values.set(key, value);
      return value;
    }
    let isKept = true;
    const forget = () => {
      isKept = false;
      if (values.get(key) === value) values.delete(key);
    };
    value = make(forget);
    if (!isKept) return value;
    values.set(key, value);
    if (value instanceof Promise) value.catch(forget);
    const [oldest] = values.size > size ? values.keys() : [];
    if (oldest !== undefined) values.delete(oldest);
    return value;
  };
}

/**
 * Like {@linkcode rememberRecent}, but caches a value only from the second lookup of its key among the `size` most
 * recent keys. The first lookup stores only the key; `make` then receives null, because there is nothing to forget.
 * This keeps keys that never repeat from filling the cache.
 */
export function rememberRepeated<K, V extends object>(
  size: number,
): (key: K, make: (forget: (() => void) | null) => V) => V {
  const asked = rememberRecent<K, typeof ASKED>(size);
  const remembered = rememberRecent<K, V>(size);
  return (key, make) => {
    let isFirst = false;
    asked(key, () => {
      isFirst = true;
      return ASKED;
    });
    return isFirst ? make(null) : remembered(key, make);
  };
}

const ASKED = {};
