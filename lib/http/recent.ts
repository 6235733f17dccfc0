/**
 * Remembers the `size` values asked for most recently: gives the value of a key, made when it is not
 * there. What `make` throws is not remembered.
 */
export function rememberRecent<K, V extends object>(size: number): (key: K, make: () => V) => V {
  const values = new Map<K, V>();
  return (key, make) => {
    const known = values.get(key);
    const value = known ?? make();
    if (known) values.delete(key);
    values.set(key, value);
    const [oldest] = values.size > size ? values.keys() : [];
    if (oldest !== undefined) values.delete(oldest);
    return value;
  };
}
