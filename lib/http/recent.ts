/**
 * Remembers the `size` values asked for most recently: gives the value of a key, made when it is not
 * there. What `make` throws is not remembered, nor a promise that is rejected, nor what `make` says to
 * forget, then or later. `onLook` is told each time whether the value was there.
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
 * Does as {@linkcode rememberRecent} for keys that come again among the `size` most recent: of one that comes for the first
 * time nothing but the key is kept, `make` is all that it costs, and there is nothing to forget.
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
