import { reasonCodes } from '../reason-codes.rules.ts';
import { BadPacket } from './bad-packet.rules.ts';
import type { PacketBytes } from './packet-bytes.rules.ts';

/** Where properties occur: a packet of a client, or the will within its login. */
export type Carrier =
  | 'connect'
  | 'will'
  | 'publish'
  | 'puback'
  | 'pubrec'
  | 'pubrel'
  | 'pubcomp'
  | 'subscribe'
  | 'unsubscribe'
  | 'disconnect';

type Form = 'byte' | 'number' | 'longNumber' | 'variable' | 'text' | 'binary' | 'pair';

interface Property {
  readonly name: string;
  readonly form: Form;
  /** Packets in which a client may send this property. */ readonly in: readonly Carrier[];
  /** Return the reason code with which a value is refused; null: it is valid. */
  readonly refuse?: (value: never) => number | null;
  readonly mayRepeat?: true;
}

const { protocolError, topicInvalid, aliasInvalid, badAuthentication, noSubscriptionIds } = reasonCodes;

const flag = (value: number): number | null => (value > 1 ? protocolError : null);
const notZero = (value: number): number | null => (value === 0 ? protocolError : null);
const noWildcard = (topic: string): number | null => (/[+#]/.test(topic) ? topicInvalid : null);
/** Return a check that refuses any value, for properties of features that this server does not offer. */
const never = (code: number) => (): number => code;

const MESSAGE: readonly Carrier[] = ['publish', 'will'];
const ANSWERS: readonly Carrier[] = ['puback', 'pubrec', 'pubrel', 'pubcomp'];
const ALL: readonly Carrier[] = ['connect', ...MESSAGE, ...ANSWERS, 'subscribe', 'unsubscribe', 'disconnect'];

/** All MQTT 5.0 properties (§2.2.2.2) that a client may send, and in which packets. Others come only from servers. */
const PROPERTIES: Readonly<Record<number, Property>> = {
  0x01: { name: 'payloadFormatIndicator', form: 'byte', in: MESSAGE, refuse: flag },
  0x02: { name: 'messageExpiryInterval', form: 'longNumber', in: MESSAGE },
  0x03: { name: 'contentType', form: 'text', in: MESSAGE },
  0x08: { name: 'responseTopic', form: 'text', in: MESSAGE, refuse: noWildcard },
  0x09: { name: 'correlationData', form: 'binary', in: MESSAGE },
  0x0b: { name: 'subscriptionIdentifier', form: 'variable', in: ['subscribe'], refuse: never(noSubscriptionIds) },
  0x11: { name: 'sessionExpiryInterval', form: 'longNumber', in: ['connect', 'disconnect'] },
  0x15: { name: 'authenticationMethod', form: 'text', in: ['connect'], refuse: never(badAuthentication) },
  0x16: { name: 'authenticationData', form: 'binary', in: ['connect'], refuse: never(protocolError) },
  0x17: { name: 'requestProblemInformation', form: 'byte', in: ['connect'], refuse: flag },
  0x18: { name: 'willDelayInterval', form: 'longNumber', in: ['will'] },
  0x19: { name: 'requestResponseInformation', form: 'byte', in: ['connect'], refuse: flag },
  0x1f: { name: 'reasonString', form: 'text', in: [...ANSWERS, 'disconnect'] },
  0x21: { name: 'receiveMaximum', form: 'number', in: ['connect'], refuse: notZero },
  0x22: { name: 'topicAliasMaximum', form: 'number', in: ['connect'] },
  0x23: { name: 'topicAlias', form: 'number', in: ['publish'], refuse: never(aliasInvalid) },
  0x26: { name: 'userProperties', form: 'pair', in: ALL, mayRepeat: true },
  0x27: { name: 'maximumPacketSize', form: 'longNumber', in: ['connect'], refuse: notZero },
};

/** Values of the properties of a packet, by name. */
export type PacketProperties = Readonly<Record<string, unknown>>;

function valueOf(bytes: PacketBytes, form: Form): unknown {
  if (form === 'pair') return [bytes.text(), bytes.text()];
  return bytes[form]();
}

/** Read the properties of a packet; refuse unknown, misplaced and repeated ones. */
export function readProperties(bytes: PacketBytes, carrier: Carrier): PacketProperties {
  const part = bytes.part(bytes.variable());
  const found: Record<string, unknown> = {};
  while (!part.isDone) {
    const property = PROPERTIES[part.variable()];
    if (!property) throw new BadPacket(reasonCodes.malformed);
    const { name, form, mayRepeat, refuse } = property;
    if (!property.in.includes(carrier) || (name in found && !mayRepeat)) throw new BadPacket(protocolError);
    const value = valueOf(part, form);
    const code = refuse?.(value as never) ?? null;
    if (code !== null) throw new BadPacket(code);
    found[name] = value;
  }
  return found;
}
