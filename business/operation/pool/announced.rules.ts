/** An announcement of a device as sent; its values are not validated. */
export interface Announced {
  readonly id?: unknown;
  readonly mac?: unknown;
  readonly sn?: unknown;
  /** Address and port of the device's connection. */ readonly address?: unknown;
}

const MAC = /^[\dA-F]{12}$/;
const MAX_SERIAL = 64;
const MAX_HOST = 45;

/** Return a MAC as twelve uppercase hex digits; null: it is not a MAC. */
export function announcedMac(text: unknown): string | null {
  const read = typeof text === 'string' ? text.replaceAll(/[\s:.-]/g, '').toUpperCase() : '';
  return MAC.test(read) ? read : null;
}

/** Return a serial number; null: none, or too long to be stored. */
export function announcedSerial(text: unknown): string | null {
  const read = typeof text === 'string' ? text.trim() : '';
  return read && read.length <= MAX_SERIAL ? read : null;
}

/** Return the host of an address `host:port`, IPv4 or IPv6. */
export function hostOf(address: unknown): string | null {
  const text = typeof address === 'string' ? address : '';
  const host = text.replace(/^::ffff:/, '').replace(/^\[|\]?:\d+$/g, '');
  return host && host.length <= MAX_HOST ? host : null;
}

/** Is a typed text the MAC or serial number of a device? */
export function isNamed(typed: string, { mac, serialNumber }: { mac: string; serialNumber?: string | null }): boolean {
  const text = typed.trim();
  return text !== '' && (announcedMac(text) === mac || text.toLowerCase() === (serialNumber ?? '').toLowerCase());
}

/**
 * Return the identifier in a scanned or typed code: the MAC, or else the serial number. A label is like
 * `MAC:A4CF13000001;SN:GW-1`, or only one of them.
 */
export function codeIn(scanned: string): string {
  const [, labelled] = /mac[=:]\s*([\da-f:.\s-]{12,17})/i.exec(scanned) ?? [];
  const mac = announcedMac(labelled ?? scanned);
  if (mac) return mac;
  const [, serial] = /\bsn[=:]\s*([^\s;,&]{1,64})/i.exec(scanned) ?? [];
  return (serial ?? scanned).trim().slice(0, MAX_SERIAL);
}
