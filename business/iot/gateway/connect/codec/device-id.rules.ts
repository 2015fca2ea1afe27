import type { FrameOrigin } from './frame-config.rules.ts';
import { FrameFault, bytesOf, hexOfBytes, latinOf } from './frame.rules.ts';

/** Sources of ids. `bytes` returns bytes by position; `field`, `json` and `kv` return values of the frame. */
export interface IdSources {
  readonly origin: FrameOrigin;
  readonly field: () => unknown;
  readonly bytes: (from: number, to: number) => Uint8Array | string | null;
  readonly json: (path: string) => unknown;
  readonly kv: (key: string) => unknown;
}

type Found = Uint8Array | string | null;
type Source = (from: IdSources) => Found;
type Conversion = (found: Uint8Array | string) => Found;

const textOf = (found: Uint8Array | string): string => (typeof found === 'string' ? found : hexOfBytes(found));
const isHex = (text: string): boolean => text.length > 0 && text.length % 2 === 0 && /^[\da-f]+$/i.test(text);
const asBytes = (found: Uint8Array | string): Uint8Array | null => {
  if (typeof found !== 'string') return found;
  return isHex(found) ? bytesOf(found) : null;
};

const conversions: Readonly<Record<string, Conversion>> = {
  hex: (found) => (typeof found === 'string' ? found.toUpperCase() : hexOfBytes(found)),
  bcd: (found) => (/^\d+$/.test(textOf(found)) ? textOf(found) : null),
  ascii: (found) => {
    const bytes = asBytes(found);
    return bytes && latinOf(bytes).replaceAll('\0', '').trim();
  },
  uint: (found) => (isHex(textOf(found)) ? String(BigInt(`0x${textOf(found)}`)) : null),
  upper: (found) => textOf(found).toUpperCase(),
  lower: (found) => textOf(found).toLowerCase(),
  strip: (found) => textOf(found).replaceAll(/[^\da-z]/gi, ''),
  rev: (found) => {
    const bytes = asBytes(found)?.toReversed();
    if (!bytes) return null;
    return typeof found === 'string' ? hexOfBytes(bytes) : bytes;
  },
  last12: (found) => textOf(found).slice(-12),
};

const wrong = (part: string): FrameFault =>
  new FrameFault(
    [`设备ID规则写法不支持:${part}`, `This part of the device id rule is not supported: ${part}`],
    'CONFIG',
  );

function conversionNamed(name: string): Conversion {
  const prefix = /^prefix\(([^()]*)\)$/.exec(name);
  if (prefix) return (found) => `${prefix[1]}${textOf(found)}`;
  if (!Object.hasOwn(conversions, name)) throw wrong(name);
  return conversions[name];
}

const found = (value: unknown): Found => (value === null || value === undefined ? null : String(value));

/** Sources without an argument. */
const plain: Readonly<Record<string, Source>> = {
  field: ({ field }) => found(field()),
  clientId: ({ origin }) => found(origin.clientId),
  username: ({ origin }) => found(origin.username),
  ip: ({ origin }) => found(origin.ip),
  ipport: ({ origin }) => (origin.ip ? `${origin.ip}:${origin.port ?? ''}` : null),
  cert: ({ origin }) => found(origin.cert),
  login: ({ origin }) => found(origin.login),
};

function bytesSource(arg: string): Source {
  const range = /^(-?\d+)-(-?\d+)$/.exec(arg);
  if (!range) throw wrong(`bytes:${arg}`);
  return ({ bytes }) => bytes(Number(range[1]), Number(range[2]));
}

function topicSource(arg: string): Source {
  if (!/^\d+$/.test(arg)) throw wrong(`topic:${arg}`);
  return ({ origin }) => found(origin.topic?.split('/')[Number(arg)]);
}

/** Sources with an argument. */
const arguments_: Readonly<Record<string, (arg: string) => Source>> = {
  bytes: bytesSource,
  topic: topicSource,
  json:
    (arg) =>
    ({ json }) =>
      found(json(arg)),
  kv:
    (arg) =>
    ({ kv }) =>
      found(kv(arg)),
};

function sourceOf(part: string): Source {
  const [source, ...rest] = part.split(':');
  if (source === 'const') return () => rest.join(':');
  const hasArgument = Object.hasOwn(arguments_, source);
  if (!hasArgument && !Object.hasOwn(plain, source)) throw wrong(part);
  const read = hasArgument ? arguments_[source](rest[0] ?? '') : plain[source];
  const steps = rest.slice(hasArgument ? 1 : 0).map(conversionNamed);
  return (from) => steps.reduce<Found>((found, step) => (found === null ? null : step(found)), read(from));
}

/**
 * Compile the rule of a device id: `source[:argument][:conversion…]`, several parted by `||`; the first that is not
 * empty wins. Throw `FrameFault` for what the grammar does not have.
 */
export function compileIdRule(rule: string): (from: IdSources) => string | null {
  const parts = rule
    .split('||')
    .map((part) => part.trim())
    .filter(Boolean)
    .map(sourceOf);
  return (from) => {
    for (const part of parts) {
      const found = part(from);
      if (found !== null && found.length) return textOf(found);
    }
    return null;
  };
}
