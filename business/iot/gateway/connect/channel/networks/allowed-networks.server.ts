import ipaddr from 'ipaddr.js';
import { isPrivate } from '../../../private-address.rules.ts';

const parts = (networks: string | null): string[] =>
  (networks ?? '')
    .split(/[\s,，;]+/)
    .map((one) => one.trim())
    .filter(Boolean);

const isNetwork = (text: string): boolean => ipaddr.isValidCIDR(text) || (ipaddr.isValid(text) && /[.:]/.test(text));

/** Return the first part of a list that is neither an address nor a network; undefined: all are. */
export const wrongNetwork = (networks: string | null): string | undefined =>
  parts(networks).find((one) => !isNetwork(one));

const isIn = (address: ReturnType<typeof ipaddr.process>, network: string): boolean => {
  if (!network.includes('/')) return ipaddr.process(network).toString() === address.toString();
  const [base, bits] = ipaddr.parseCIDR(network);
  return base.kind() === address.kind() && address.match(base, bits);
};

/** May this address send frames? Without a list, addresses of local networks may. */
export function isAllowedFrom(networks: string | null, address: string): boolean {
  const among = parts(networks);
  if (!among.length) return isPrivate(address);
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return among.some((network) => isNetwork(network) && isIn(parsed, network));
}
