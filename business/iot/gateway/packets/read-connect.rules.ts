import { reasonCodes } from '../reason-codes.rules.ts';
import { BadPacket } from './bad-packet.rules.ts';
import type { PacketBytes } from './packet-bytes.rules.ts';
import { type PacketProperties, readProperties } from './packet-properties.rules.ts';

/** Protocol levels by protocol name: 3 is MQTT 3.1, 4 is 3.1.1, 5 is 5.0. */
const LEVELS: Readonly<Record<string, readonly number[]>> = { MQIsdp: [3], MQTT: [4, 5] };

const FLAG = { reserved: 1, clean: 2, will: 4, willRetain: 32, password: 64, user: 128 } as const;

export interface Will {
  readonly topic: string;
  readonly payload: Buffer;
}

export interface ConnectPacket {
  readonly cmd: 'connect';
  readonly version: 3 | 4 | 5;
  readonly isClean: boolean;
  readonly keepAlive: number;
  readonly properties: PacketProperties;
  readonly clientId: string;
  readonly will: Will | null;
  readonly username: string | null;
  readonly password: Buffer | null;
}

/** Refuse flags of a login that contradict each other (3.1.1 §3.1.2, 5.0 §3.1.2). */
function checkFlags(flags: number, version: number): void {
  const willQos = (flags >> 3) & 3;
  const isWrong =
    (flags & FLAG.reserved) !== 0 ||
    willQos === 3 ||
    ((flags & FLAG.will) === 0 && (willQos > 0 || (flags & FLAG.willRetain) !== 0)) ||
    (version < 5 && (flags & FLAG.password) !== 0 && (flags & FLAG.user) === 0);
  if (isWrong) throw new BadPacket(reasonCodes.malformed);
  // Retained wills are not offered. MQTT 5 has a code for that; in earlier versions the flag is ignored.
  if (version === 5 && (flags & FLAG.willRetain) !== 0) throw new BadPacket(reasonCodes.noRetain);
}

function readWill(bytes: PacketBytes, version: number): Will {
  if (version === 5) readProperties(bytes, 'will');
  const topic = bytes.text();
  if (topic === '' || /[+#]/.test(topic)) throw new BadPacket(reasonCodes.topicInvalid);
  return { topic, payload: bytes.binary() };
}

function readVersion(bytes: PacketBytes): 3 | 4 | 5 {
  const name = bytes.text();
  const levels = Object.hasOwn(LEVELS, name) ? LEVELS[name] : undefined;
  if (!levels) throw new BadPacket(reasonCodes.malformed);
  const level = bytes.byte();
  if (!levels.includes(level)) throw new BadPacket(reasonCodes.wrongVersion);
  return level as 3 | 4 | 5;
}

function readRest(bytes: PacketBytes, version: 3 | 4 | 5): ConnectPacket {
  const flags = bytes.byte();
  const keepAlive = bytes.number();
  const properties = version === 5 ? readProperties(bytes, 'connect') : {};
  checkFlags(flags, version);
  const clientId = bytes.text();
  const will = (flags & FLAG.will) === 0 ? null : readWill(bytes, version);
  const username = (flags & FLAG.user) === 0 ? null : bytes.text();
  const password = (flags & FLAG.password) === 0 ? null : bytes.binary();
  bytes.end();
  const isClean = (flags & FLAG.clean) !== 0;
  return { cmd: 'connect', version, isClean, keepAlive, properties, clientId, will, username, password };
}

/** Read a login. A thrown `BadPacket` has the protocol level, so that it can be answered in that version. */
export function readConnect(bytes: PacketBytes): ConnectPacket {
  const version = readVersion(bytes);
  try {
    return readRest(bytes, version);
  } catch (error) {
    if (error instanceof BadPacket) error.level = version;
    throw error;
  }
}
