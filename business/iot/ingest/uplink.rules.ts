import {
  type ChunkRequest,
  type UpgradeNews,
  readChunkRequest,
  readProgress,
  readVersion,
} from '../firmware/engine/news.rules.ts';
import { type SentMoment, readMoment } from './judge/moment.rules.ts';
import { cleanJson, cutText, isTooDeep } from './clean-text.rules.ts';

/** Values that a device sent for one moment. `ts`: by its clock. */
export interface SentValues {
  readonly ts: SentMoment;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Values that a gateway sent for a sub-device. */
export interface ChildValues extends SentValues {
  readonly dev: string;
}

export interface SentEvent {
  readonly identifier: string;
  readonly ts: SentMoment;
  readonly level: string | null;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Facts that a device announces when it connects. */
export interface Hello {
  readonly sn: string | null;
  readonly mac: string | null;
  /** Firmware versions by part: `mcu`, `wifi`, `app`. */ readonly firmware: Readonly<Record<string, string>>;
  readonly ip: string | null;
  readonly rssi: number | null;
  readonly boot: string | null;
}

/** Reply of a device to a command. `code` null: it only reports its progress. */
export interface SentReply {
  /** Number of the command: the id of its row. */ readonly id: string;
  readonly code: number | null;
  readonly msg: string | null;
  readonly data: unknown;
  readonly progress: number | null;
}

/** A sub-device in the list of a gateway. */
export interface ListedDevice {
  readonly dev: string;
  readonly model: string | null;
  readonly sn: string | null;
}

/** The list of a gateway's sub-devices; `full`: it names all of them. */
export interface SentTopology {
  readonly full: boolean;
  readonly subs: readonly ListedDevice[];
}

/** A parsed message of a device. */
export type Uplink =
  | { readonly kind: 'values'; readonly id: string | null; readonly items: readonly SentValues[] }
  | { readonly kind: 'childValues'; readonly id: string | null; readonly items: readonly ChildValues[] }
  | { readonly kind: 'event'; readonly id: string | null; readonly event: SentEvent }
  | {
      readonly kind: 'childEvents';
      readonly id: string | null;
      readonly events: readonly (SentEvent & { readonly dev: string })[];
    }
  | { readonly kind: 'childStatus'; readonly items: readonly { readonly dev: string; readonly online: boolean }[] }
  | { readonly kind: 'hello'; readonly hello: Hello }
  | { readonly kind: 'will'; readonly reason: string | null }
  | { readonly kind: 'log'; readonly level: string; readonly content: string; readonly payload: unknown }
  | { readonly kind: 'time'; readonly t1: number | null }
  /** `dev`: the key of the sub-device that replies by its gateway; null: the device itself. */
  | { readonly kind: 'reply'; readonly dev: string | null; readonly reply: SentReply }
  | { readonly kind: 'topology'; readonly topology: SentTopology }
  /** `dev`: the sub-device for which a gateway asks; null: itself. */
  | { readonly kind: 'shadow'; readonly dev: string | null }
  | { readonly kind: 'register' }
  | { readonly kind: 'raw' }
  /** `dev`: the sub-device that a gateway reports about; null: itself. */
  | { readonly kind: 'upgrade'; readonly dev: string | null; readonly news: UpgradeNews }
  | { readonly kind: 'chunk'; readonly wanted: ChunkRequest };

/** A message that cannot be parsed, with the reason. The device should not repeat it. */
export interface Poison {
  readonly kind: 'poison';
  readonly reason: 'json' | 'shape' | 'topic' | 'items' | 'large';
}

const MAX_ITEMS = 200;
const poison = (reason: Poison['reason']): Poison => ({ kind: 'poison', reason });

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown, most = 64): string | null =>
  typeof value === 'string' && value.length > 0 && value.length <= most ? value : null;
const idOf = (body: Json): string | null => (typeof body.id === 'number' ? String(body.id) : textOf(body.id, 64));

/** Return the moment by which a device compares its clock; null if it is none. */
const clockOf = (value: unknown): number | null => {
  const moment = readMoment(value);
  return moment === 'unread' ? null : moment;
};

const valuesIn = (body: Json): SentValues | null =>
  isObject(body.params) ? { ts: readMoment(body.ts), params: body.params } : null;

function listed<T>(items: unknown, read: (item: Json) => T | null): readonly T[] | Poison {
  if (!Array.isArray(items)) return poison('shape');
  if (items.length > MAX_ITEMS) return poison('items');
  const found = items.map((item) => (isObject(item) ? read(item) : null));
  return found.includes(null) ? poison('shape') : (found as T[]);
}

function readProps(body: Json): Uplink | Poison {
  if (body.items === undefined) {
    const one = valuesIn(body);
    return one ? { kind: 'values', id: idOf(body), items: [one] } : poison('shape');
  }
  const items = listed(body.items, valuesIn);
  return 'kind' in items ? items : { kind: 'values', id: idOf(body), items };
}

function readChildren(body: Json): Uplink | Poison {
  const items = listed(body.items, (item): ChildValues | null => {
    const dev = textOf(item.dev);
    const values = valuesIn(item);
    return dev && values ? { dev, ...values } : null;
  });
  return 'kind' in items ? items : { kind: 'childValues', id: idOf(body), items };
}

const eventOf = (identifier: string | null, body: Json): SentEvent | null =>
  identifier && /^[a-zA-Z]\w{0,49}$/.test(identifier)
    ? {
        identifier,
        ts: readMoment(body.ts),
        level: textOf(body.level, 16),
        params: isObject(body.params) ? body.params : {},
      }
    : null;

function readChildEvents(body: Json): Uplink | Poison {
  const events = listed(body.items, (item) => {
    const dev = textOf(item.dev);
    const event = eventOf(textOf(item.identifier), item);
    return dev && event ? { dev, ...event } : null;
  });
  return 'kind' in events ? events : { kind: 'childEvents', id: idOf(body), events };
}

function readStatus(body: Json): Uplink | Poison {
  const items = listed(body.items, (item) => {
    const dev = textOf(item.dev);
    return dev && typeof item.online === 'boolean' ? { dev, online: item.online } : null;
  });
  return 'kind' in items ? items : { kind: 'childStatus', items };
}

const readHello = (body: Json): Uplink => ({
  kind: 'hello',
  hello: {
    sn: textOf(body.sn),
    mac: textOf(body.mac, 32),
    firmware: Object.fromEntries(
      Object.entries(isObject(body.fw) ? body.fw : {})
        .filter((one): one is [string, string] => /^[a-z]{1,16}$/.test(one[0]) && textOf(one[1], 32) !== null)
        .slice(0, 8),
    ),
    ip: textOf(body.ip, 45),
    rssi: typeof body.rssi === 'number' && Number.isFinite(body.rssi) ? body.rssi : null,
    boot: textOf(body.boot, 16),
  },
});

const MAX_LOG = 4000;
const LEVELS = ['debug', 'info', 'warn', 'error'];

const readLogLine = (body: Json): Uplink | Poison =>
  typeof body.content === 'string'
    ? {
        kind: 'log',
        level: LEVELS.find((one) => one === body.level) ?? 'info',
        content: cutText(body.content, MAX_LOG),
        payload: body.payload ?? null,
      }
    : poison('shape');

const readUpgrade =
  (read: (body: Json) => UpgradeNews | null) =>
  (body: Json): Uplink | Poison => {
    const news = read(body);
    return news ? { kind: 'upgrade', dev: textOf(body.dev), news } : poison('shape');
  };

function readChunk(body: Json): Uplink | Poison {
  const wanted = readChunkRequest(body);
  return wanted ? { kind: 'chunk', wanted } : poison('shape');
}

const MAX_REPLY = 8192;
const MAX_REPLY_TEXT = 200;

const wholeNumber = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 1e9 ? value : null;

const isTooLong = (tail: string, { length }: Uint8Array): boolean => tail === 'reply' && length > MAX_REPLY;

/** Parse a reply: the number of its command, with a result code or a progress. */
function readReply(body: Json): Uplink | Poison {
  const id = idOf(body);
  const code = wholeNumber(body.code);
  const progress = wholeNumber(body.progress);
  if (id === null || !/^\d{1,19}$/.test(id) || (code === null && progress === null)) return poison('shape');
  const msg = typeof body.msg === 'string' ? cutText(body.msg, MAX_REPLY_TEXT) : null;
  return { kind: 'reply', dev: textOf(body.dev), reply: { id, code, msg, data: body.data ?? null, progress } };
}

function readTopology(body: Json): Uplink | Poison {
  const subs = listed(body.subs, (item): ListedDevice | null => {
    const dev = textOf(item.dev);
    return dev === null ? null : { dev, model: textOf(item.model), sn: textOf(item.sn) };
  });
  return 'kind' in subs ? subs : { kind: 'topology', topology: { full: body.full === true, subs } };
}

const READERS: Readonly<Record<string, (body: Json) => Uplink | Poison>> = {
  props: readProps,
  hello: readHello,
  'sub/props': readChildren,
  'sub/event': readChildEvents,
  'sub/status': readStatus,
  log: readLogLine,
  lwt: (body) => ({ kind: 'will', reason: textOf(body.reason, 32) }),
  time: (body) => ({ kind: 'time', t1: clockOf(body.t1) }),
  register: () => ({ kind: 'register' }),
  'ota/progress': readUpgrade(readProgress),
  'ota/version': readUpgrade(readVersion),
  'ota/chunk-req': readChunk,
  reply: readReply,
  topo: readTopology,
  'shadow/get': (body) => ({ kind: 'shadow', dev: textOf(body.dev) }),
};

/** All topics after `up/` that have a parser; tests send every kind of payload to each. */
export const uplinkTails: readonly string[] = Object.keys(READERS);

/** Throws on invalid UTF-8. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parse a payload as JSON. Characters that PostgreSQL cannot store can only come from escapes (`\\u`), so other bodies
 * need no cleaning.
 */
function readBody(payload: Uint8Array): unknown {
  if (payload.length === 0) return {};
  const text = utf8.decode(payload);
  const body: unknown = JSON.parse(text);
  if (isTooDeep(body)) return null;
  return text.includes('\\u') ? cleanJson(body) : body;
}

/** Parse a message; `tail` is its topic after `up/`. */
export function readUplink(tail: string, payload: Uint8Array): Uplink | Poison {
  if (tail === 'raw') return { kind: 'raw' };
  const event = tail.startsWith('event/') ? tail.slice('event/'.length) : null;
  const reader = Object.hasOwn(READERS, tail) ? READERS[tail] : undefined;
  if (event === null && !reader) return poison('topic');
  if (isTooLong(tail, payload)) return poison('large');
  let body: unknown;
  try {
    body = readBody(payload);
  } catch {
    return poison('json');
  }
  if (!isObject(body)) return poison('shape');
  if (reader) return reader(body);
  const found = eventOf(event, body);
  return found ? { kind: 'event', id: idOf(body), event: found } : poison('shape');
}
