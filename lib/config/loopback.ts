/** Recognises loopback names and addresses without DNS. */

/**
 * Whether a host is loopback: `localhost`, 127.0.0.0/8, `::1` with or without brackets, or an IPv4-mapped 127.0.0.0/8
 * address. Other names are not trusted, because their owners control what they resolve to.
 */
export function isLoopback(host: string): boolean {
  const bare = /^\[([^\]]*)\]$/.exec(host)?.[1] ?? host;
  return /^(localhost|::1|(::ffff:)?127(\.\d{1,3}){3})$/i.test(bare);
}
