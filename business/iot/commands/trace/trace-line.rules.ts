import { cleanJson, cutText, isTooDeep } from '../../ingest/clean-text.rules.ts';

/** Way of a traced line: from the device, to it, or about its connection. */
export type TraceDirection = 'up' | 'down' | 'line';

/** Facts about a message that a trace stores. */
export interface TracedMessage {
  readonly size: number;
  /** The first bytes in hex; of a message with secrets the bytes of the text without them. */ readonly hex: string;
  /** The decoded message without its secrets; null: it is no JSON, or too long. */ readonly body: unknown;
  /** A secret was cut. */ readonly isCut: boolean;
}

const MAX_HEX_BYTES = 1024;
const MAX_BODY = 4096;
const CUT = '•••';
const SECRET_NAME = /secret|passw|passphrase|pwd|psk|token|credential|private/i;
const TOKEN_IN_TEXT = /(token=)[^&\s"]+/gi;

const decoder = new TextDecoder('utf-8', { fatal: true });

function parsed(bytes: Uint8Array): unknown {
  try {
    const value: unknown = JSON.parse(decoder.decode(bytes));
    return typeof value === 'object' && value !== null && !isTooDeep(value) ? value : null;
  } catch {
    return null;
  }
}

/** Return a JSON value without secrets: values of secret names, and tokens in addresses. The depth is limited before. */
function withoutSecrets(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(TOKEN_IN_TEXT, `$1${CUT}`);
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      SECRET_NAME.test(name) && one !== null && one !== '' ? CUT : withoutSecrets(one),
    ]),
  );
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(0, MAX_HEX_BYTES)).toString('hex');

/** Return what a trace stores of a message. Bytes that are no JSON but name a secret are not stored. */
export function tracedMessage(bytes: Uint8Array): TracedMessage {
  const size = bytes.length;
  const body = parsed(bytes);
  if (body === null) {
    const isCut = SECRET_NAME.test(Buffer.from(bytes).toString('latin1'));
    return { size, hex: isCut ? '' : hexOf(bytes), body: null, isCut };
  }
  const clean = withoutSecrets(cleanJson(body));
  const text = JSON.stringify(clean);
  const isCut = text !== JSON.stringify(cleanJson(body));
  return {
    size,
    hex: hexOf(isCut ? Buffer.from(text) : bytes),
    body: text.length <= MAX_BODY ? clean : null,
    isCut,
  };
}

/** Return a topic as a trace stores it. */
export const tracedTopic = (topic: string): string => cutText(topic, 120);
