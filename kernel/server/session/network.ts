import ipaddr from 'ipaddr.js';

/** Bits of an IPv6 network that one household or server has: the owner of one address there has them all. */
const NETWORK_BITS = 64;

/**
 * Return the network that counts as one caller: an IPv4 address, also where IPv6 carries it, or the first 64 bits of an
 * IPv6 address (RFC 4291 §2.5.4). Other texts are returned as they are.
 */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  const own = new ipaddr.IPv6(address.toByteArray().map((byte, at) => (at * 8 < NETWORK_BITS ? byte : 0)));
  return `${own.toString()}/${NETWORK_BITS}`;
}
