/** What the gateway tells of a device that announced itself; a device may say anything of itself. */
export interface Announced {
  readonly id?: unknown;
  readonly mac?: unknown;
  readonly sn?: unknown;
  /** Where it called from, with its port. */ readonly address?: unknown;
}

const MAC = /^[\dA-F]{12}$/;
const MOST_SERIAL = 64;
const MOST_HOST = 45;

/** A MAC in its one form; null: it is none. */
export function announcedMac(text: unknown): string | null {
  const read = typeof text === 'string' ? text.replaceAll(/[\s:.-]/g, '').toUpperCase() : '';
  return MAC.test(read) ? read : null;
}

/** A serial number that may be stored; null: none was told. */
export function announcedSerial(text: unknown): string | null {
  const read = typeof text === 'string' ? text.trim() : '';
  return read && read.length <= MOST_SERIAL ? read : null;
}

/** The host of `host:port`, also of IPv6. */
export function hostOf(address: unknown): string | null {
  const text = typeof address === 'string' ? address : '';
  const host = text.replace(/^::ffff:/, '').replace(/^\[|\]?:\d+$/g, '');
  return host && host.length <= MOST_HOST ? host : null;
}

/** Is a typed text the MAC or the serial number of a device? */
export function isNamed(typed: string, { mac, serialNumber }: { mac: string; serialNumber?: string | null }): boolean {
  const text = typed.trim();
  return text !== '' && (announcedMac(text) === mac || text.toLowerCase() === (serialNumber ?? '').toLowerCase());
}

/**
 * What a scanned or typed code names: labels carry `MAC:A4CF13000001;SN:GW-1` or the bare text. The MAC goes before the serial number.
 */
export function codeIn(scanned: string): string {
  const [, labelled] = /mac[=:]\s*([\da-f:.\s-]{12,17})/i.exec(scanned) ?? [];
  const mac = announcedMac(labelled ?? scanned);
  if (mac) return mac;
  const [, serial] = /\bsn[=:]\s*([^\s;,&]{1,64})/i.exec(scanned) ?? [];
  return (serial ?? scanned).trim().slice(0, MOST_SERIAL);
}
