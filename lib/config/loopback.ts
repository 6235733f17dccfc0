/** Which names and addresses mean this machine, whoever looks them up. */

/**
 * Whether a host name or an address is of this machine itself: `localhost`, 127.0.0.0/8, `::1` with or without
 * brackets, and such an IPv4 address written as IPv6. Any other name can be made to point here by its owner.
 */
export function isLoopback(host: string): boolean {
  const bare = /^\[([^\]]*)\]$/.exec(host)?.[1] ?? host;
  return /^(localhost|::1|(::ffff:)?127(\.\d{1,3}){3})$/i.test(bare);
}
