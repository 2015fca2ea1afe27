import { type Packet, type ParsedPacket, generate, parse } from 'coap-packet';

/** A request of a device by CoAP (RFC 7252): a message for the topic after `up/`. */
export interface CoapRequest {
  readonly method: string;
  /** Segments of the address, joined by `/`. */ readonly path: string;
  readonly queries: Readonly<Record<string, string>>;
  readonly payload: Uint8Array;
  readonly isConfirmable: boolean;
  readonly messageId: number;
  readonly token: Buffer;
  /** A critical option is not supported, such as a part of a larger message (§5.4.1). */ readonly isUnsupported: boolean;
}

/** Critical options that are read, or that need nothing. */
const KNOWN = ['Uri-Host', 'Uri-Port', 'Uri-Path', 'Uri-Query', 'Accept'];
/** Critical options have odd numbers (§5.4.6); those that the library names, by name. */
const CRITICAL = [
  ...['If-Match', 'If-None-Match', 'OSCORE', 'Q-Block1', 'Block2', 'Block1', 'Q-Block2', 'Proxy-Uri', 'Proxy-Scheme'],
  ...['OCF-Accept-Content-Format-Version', 'OCF-Content-Format-Version'],
];
const METHODS = /^0\.(?:0[1-7])$/;
const MAX_TOKEN = 8;
const CHANGED = 200;

const isCritical = (name: string): boolean =>
  !KNOWN.includes(name) && (CRITICAL.includes(name) || (/^\d+$/.test(name) && Number(name) % 2 === 1));

const valuesOf = ({ options }: ParsedPacket, wanted: string): string[] =>
  options.filter(({ name }) => name === wanted).map(({ value }) => value.toString());

/** Read a datagram. `ping`: an empty confirmable message, which is reset (§4.3). Null: it is no request. */
export function readCoap(bytes: Buffer): CoapRequest | { readonly ping: number } | null {
  let packet: ParsedPacket;
  try {
    packet = parse(bytes);
  } catch {
    return null;
  }
  if (packet.ack || packet.reset) return null;
  if (packet.code === '0.00') return packet.confirmable ? { ping: packet.messageId } : null;
  if (!METHODS.test(packet.code) || packet.token.length > MAX_TOKEN) return null;
  const queries = valuesOf(packet, 'Uri-Query').map((text): [string, string] => {
    const at = text.indexOf('=');
    return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
  });
  return {
    method: packet.code === '0.02' ? 'POST' : packet.code,
    path: valuesOf(packet, 'Uri-Path').join('/'),
    queries: Object.fromEntries(queries),
    payload: packet.payload,
    isConfirmable: packet.confirmable,
    messageId: packet.messageId,
    token: packet.token,
    isUnsupported: packet.options.some(({ name }) => isCritical(String(name))),
  };
}

/** Return the code of CoAP for a status of HTTP: 200 is 2.04, others keep their digits. */
const codeOf = (status: number): string =>
  status === CHANGED ? '2.04' : `${Math.floor(status / 100)}.${String(status % 100).padStart(2, '0')}`;

interface CoapAnswer {
  readonly status: number;
  /** Seconds until the device may send it again. */ readonly again?: number | undefined;
  readonly body?: string | undefined;
  /** Message id of an answer to a request that is not confirmable. */ readonly messageId: number;
}

/** Return the answer to a request: with the acknowledgement, or as a message of its own. */
export function coapAnswer(request: CoapRequest, { status, again, body, messageId }: CoapAnswer): Buffer {
  const packet: Packet = {
    ...(request.isConfirmable ? { ack: true, messageId: request.messageId } : { messageId }),
    code: codeOf(status),
    token: request.token,
    options: [
      ...(body ? [{ name: 'Content-Format', value: Buffer.from([50]) } as const] : []),
      ...(again === undefined ? [] : [{ name: 'Max-Age', value: Buffer.from([Math.min(again, 255)]) } as const]),
    ],
    ...(body && { payload: Buffer.from(body) }),
  };
  return generate(packet, 65_000);
}

/** Return the reset that answers a ping. */
export const coapReset = (messageId: number): Buffer => generate({ code: '0.00', reset: true, messageId });
