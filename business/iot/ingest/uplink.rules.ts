import { cleanJson, cutText, isTooDeep } from './clean-text.rules.ts';

/** Values of one moment, as a device sent them. `ts` is milliseconds; null: it has no clock. */
export interface SentValues {
  readonly ts: number | null;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The same of a device behind a gateway. */
export interface ChildValues extends SentValues {
  readonly dev: string;
}

export interface SentEvent {
  readonly identifier: string;
  readonly ts: number | null;
  readonly level: string | null;
  readonly params: Readonly<Record<string, unknown>>;
}

/** What a device says of itself each time it connects. */
export interface Hello {
  readonly sn: string | null;
  readonly mac: string | null;
  /** Versions of its parts: `mcu`, `wifi`, `app`. */ readonly firmware: Readonly<Record<string, string>>;
  readonly ip: string | null;
  readonly rssi: number | null;
  readonly boot: string | null;
}

/** A message of a device, taken apart by its topic. */
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
  | { readonly kind: 'register' }
  | { readonly kind: 'raw' }
  /** A topic whose part of the product does not listen here; taken and let go. */
  | { readonly kind: 'unheard' };

/** Not to be read, and why: sent again it would be no better. */
export interface Poison {
  readonly kind: 'poison';
  readonly reason: 'json' | 'shape' | 'topic' | 'items';
}

const MOST_ITEMS = 200;
const poison = (reason: Poison['reason']): Poison => ({ kind: 'poison', reason });

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown, most = 64): string | null =>
  typeof value === 'string' && value.length > 0 && value.length <= most ? value : null;
const idOf = (body: Json): string | null => (typeof body.id === 'number' ? String(body.id) : textOf(body.id, 64));

/** Milliseconds of our era; anything else counts as no clock. */
function messageMoment(value: unknown): number | null {
  const ms = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof ms === 'number' && Number.isFinite(ms) && ms > 0 && ms < 8.64e15 ? ms : null;
}

const valuesIn = (body: Json): SentValues | null =>
  isObject(body.params) ? { ts: messageMoment(body.ts), params: body.params } : null;

function listed<T>(items: unknown, read: (item: Json) => T | null): readonly T[] | Poison {
  if (!Array.isArray(items)) return poison('shape');
  if (items.length > MOST_ITEMS) return poison('items');
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
        ts: messageMoment(body.ts),
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

const MOST_LOG = 4000;
const LEVELS = ['debug', 'info', 'warn', 'error'];

const readLogLine = (body: Json): Uplink | Poison =>
  typeof body.content === 'string'
    ? {
        kind: 'log',
        level: LEVELS.find((one) => one === body.level) ?? 'info',
        content: cutText(body.content, MOST_LOG),
        payload: body.payload ?? null,
      }
    : poison('shape');

const READERS: Readonly<Record<string, (body: Json) => Uplink | Poison>> = {
  props: readProps,
  hello: readHello,
  'sub/props': readChildren,
  'sub/event': readChildEvents,
  'sub/status': readStatus,
  log: readLogLine,
  lwt: (body) => ({ kind: 'will', reason: textOf(body.reason, 32) }),
  time: (body) => ({ kind: 'time', t1: messageMoment(body.t1) }),
  register: () => ({ kind: 'register' }),
};

/** Every topic of this table, behind `up/`; tests send each of them whatever a device can send. */
export const uplinkTails: readonly string[] = Object.keys(READERS);

/** Refuses bytes that are no text. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Read a body. Well-formed text holds what PostgreSQL refuses only where it is escaped. */
function readBody(payload: Uint8Array): unknown {
  if (payload.length === 0) return {};
  const text = utf8.decode(payload);
  const body: unknown = JSON.parse(text);
  if (isTooDeep(body)) return null;
  return text.includes('\\u') ? cleanJson(body) : body;
}

/** Topics of parts that are not here: answers to commands, firmware, shadow, topology. */
const UNHEARD = /^(?:reply|topo|shadow\/get|ota\/[a-z-]+)$/;

/** Takes a message apart: `tail` is what stands behind `up/` in its topic. */
export function readUplink(tail: string, payload: Uint8Array): Uplink | Poison {
  if (tail === 'raw') return { kind: 'raw' };
  const event = tail.startsWith('event/') ? tail.slice('event/'.length) : null;
  const reader = Object.hasOwn(READERS, tail) ? READERS[tail] : undefined;
  if (event === null && !reader) return UNHEARD.test(tail) ? { kind: 'unheard' } : poison('topic');
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
