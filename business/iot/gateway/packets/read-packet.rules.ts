import { reasonCodes } from '../reason-codes.rules.ts';
import { BadPacket } from './bad-packet.rules.ts';
import { PacketBytes } from './packet-bytes.rules.ts';
import type { PacketFrame } from './packet-frames.rules.ts';
import { type Carrier, type PacketProperties, readProperties } from './packet-properties.rules.ts';
import { type ConnectPacket, readConnect } from './read-connect.rules.ts';

export interface PublishPacket {
  readonly cmd: 'publish';
  readonly topic: string;
  readonly qos: 0 | 1 | 2;
  readonly isAgain: boolean;
  /** Packet identifier; 0 for quality 0, which has none. */ readonly id: number;
  readonly payload: Buffer;
}

export interface Subscription {
  readonly filter: string;
  readonly qos: 0 | 1 | 2;
}

type AnswerKind = 'puback' | 'pubrec' | 'pubrel' | 'pubcomp';

/** A packet from a client. */
export type ClientPacket =
  | ConnectPacket
  | PublishPacket
  | { readonly cmd: AnswerKind; readonly id: number; readonly code: number }
  | { readonly cmd: 'subscribe'; readonly id: number; readonly subscriptions: readonly Subscription[] }
  | { readonly cmd: 'unsubscribe'; readonly id: number; readonly filters: readonly string[] }
  | { readonly cmd: 'pingreq' }
  | { readonly cmd: 'disconnect'; readonly code: number; readonly properties: PacketProperties };

type Version = 3 | 4 | 5;

const malformed = (): BadPacket => new BadPacket(reasonCodes.malformed);
const wrong = (): BadPacket => new BadPacket(reasonCodes.protocolError);

function readPublish(bytes: PacketBytes, flags: number, version: Version): PublishPacket {
  const qos = (flags >> 1) & 3;
  const isAgain = (flags & 8) !== 0;
  if (qos === 3 || (isAgain && qos === 0)) throw malformed();
  if (version === 5 && (flags & 1) !== 0) throw new BadPacket(reasonCodes.noRetain);
  const topic = bytes.text();
  const id = qos > 0 ? bytes.packetId() : 0;
  if (version === 5) readProperties(bytes, 'publish');
  if (topic === '') throw wrong();
  if (/[+#]/.test(topic)) throw new BadPacket(reasonCodes.topicInvalid);
  return { cmd: 'publish', topic, qos: qos as 0 | 1 | 2, isAgain, id, payload: bytes.rest() };
}

/** Read an optional reason code and, after it, optional properties. */
function readTail(
  bytes: PacketBytes,
  carrier: Carrier,
): { readonly code: number; readonly properties: PacketProperties } {
  const code = bytes.isDone ? 0 : bytes.byte();
  return { code, properties: bytes.isDone ? {} : readProperties(bytes, carrier) };
}

/**
 * Return a reader of an acknowledgement packet: its packet identifier and, in 5.0, an optional reason code and
 * properties.
 */
const answer =
  (cmd: AnswerKind) =>
  (bytes: PacketBytes, _flags: number, version: Version): ClientPacket => {
    const id = bytes.packetId();
    const code = version === 5 ? readTail(bytes, cmd).code : 0;
    bytes.end();
    return { cmd, id, code };
  };

/**
 * Return the quality of a subscription; refuse reserved option bits. MQTT 5 has more options: no local, and retain
 * handling.
 */
function qosOf(options: number, version: Version): 0 | 1 | 2 {
  const qos = options & 3;
  if (qos === 3 || (options & (version === 5 ? 0xc0 : 0xfc)) !== 0) throw malformed();
  if (((options >> 4) & 3) === 3) throw wrong();
  return qos as 0 | 1 | 2;
}

function readFilter(bytes: PacketBytes): string {
  const filter = bytes.text();
  if (filter === '') throw malformed();
  return filter;
}

/** Read items until the end of the packet; refuse an empty list. */
function listed<T>(bytes: PacketBytes, read: () => T): readonly T[] {
  if (bytes.isDone) throw wrong();
  const found: T[] = [];
  while (!bytes.isDone) found.push(read());
  return found;
}

function readSubscribe(bytes: PacketBytes, _flags: number, version: Version): ClientPacket {
  const id = bytes.packetId();
  if (version === 5) readProperties(bytes, 'subscribe');
  const subscriptions = listed(bytes, () => ({ filter: readFilter(bytes), qos: qosOf(bytes.byte(), version) }));
  return { cmd: 'subscribe', id, subscriptions };
}

function readUnsubscribe(bytes: PacketBytes, _flags: number, version: Version): ClientPacket {
  const id = bytes.packetId();
  if (version === 5) readProperties(bytes, 'unsubscribe');
  return { cmd: 'unsubscribe', id, filters: listed(bytes, () => readFilter(bytes)) };
}

function readDisconnect(bytes: PacketBytes, _flags: number, version: Version): ClientPacket {
  const tail = version === 5 ? readTail(bytes, 'disconnect') : { code: 0, properties: {} };
  bytes.end();
  return { cmd: 'disconnect', ...tail };
}

function readPing(bytes: PacketBytes): ClientPacket {
  bytes.end();
  return { cmd: 'pingreq' };
}

interface PacketKind {
  /** Required lower half of the first byte; null: packets of this type have flags there. */
  readonly flags: number | null;
  readonly read: (bytes: PacketBytes, flags: number, version: Version) => ClientPacket;
}

/**
 * Packets of clients by type (upper half of the first byte). AUTH is missing, because extended authentication is not
 * offered.
 */
const KINDS: Readonly<Record<number, PacketKind>> = {
  1: { flags: 0, read: readConnect },
  3: { flags: null, read: readPublish },
  4: { flags: 0, read: answer('puback') },
  5: { flags: 0, read: answer('pubrec') },
  6: { flags: 2, read: answer('pubrel') },
  7: { flags: 0, read: answer('pubcomp') },
  8: { flags: 2, read: readSubscribe },
  10: { flags: 2, read: readUnsubscribe },
  12: { flags: 0, read: readPing },
  14: { flags: 0, read: readDisconnect },
};

/** Read a packet of a client, strictly by the rules of its version; throw `BadPacket` for a violation. */
export function readPacket({ first, body }: PacketFrame, version: Version): ClientPacket {
  const kind = KINDS[first >> 4];
  if (!kind) throw wrong();
  const flags = first & 15;
  if (kind.flags !== null && kind.flags !== flags) throw malformed();
  return kind.read(new PacketBytes(body), flags, version);
}
