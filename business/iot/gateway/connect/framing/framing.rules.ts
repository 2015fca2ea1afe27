import { MAX_FRAME } from '../codec/binary.rules.ts';
/** How a stream of bytes is cut into frames. Markers, delimiters and escapes are bytes in hex. */
export type Framing =
  | {
      readonly kind: 'none';
      /** Silence in milliseconds that ends a frame. Default 50. */ readonly idleMs?: number;
      readonly maxFrame?: number;
    }
  | (Marked & { readonly kind: 'fixed'; readonly length: number })
  | {
      readonly kind: 'delimiter';
      readonly delimiter: string;
      /** Does the frame keep its delimiter? Default no. */ readonly keep?: boolean;
      readonly escape?: readonly Escape[];
      readonly maxFrame?: number;
    }
  | (Marked & {
      readonly kind: 'lengthField';
      readonly lenOffset: number;
      readonly lenBytes: number;
      readonly little?: boolean;
      /** The frame has so many bytes more than its length field says. Default 0. */ readonly lenAdjust?: number;
    })
  | {
      readonly kind: 'marker';
      readonly startMarker: string;
      readonly endMarker: string;
      readonly escape?: readonly Escape[];
      readonly maxFrame?: number;
    }
  | { readonly kind: 'modbusRtu'; readonly maxFrame?: number };

interface Marked {
  readonly startMarker?: string;
  readonly endMarker?: string;
  readonly maxFrame?: number;
}

/** Bytes on the line (`from`) that stand for other bytes of the frame (`to`): 7D02 for 7E. */
export interface Escape {
  readonly from: string;
  readonly to: string;
}

/** Silence in milliseconds that ends a frame of a stream without framing. */
export const IDLE_MS = 50;

const isHex = (value: unknown): boolean => typeof value === 'string' && /^(?:[\da-f]{2}){1,16}$/i.test(value);

const isWhole = (value: unknown, least: number, most: number): boolean =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most;

const isEscape = (value: unknown): boolean => {
  const { from, to } = (value ?? {}) as Partial<Escape>;
  return isHex(from) && isHex(to);
};

const optional = (value: unknown, isRight: (value: unknown) => boolean): boolean =>
  value === undefined || value === null || isRight(value);

const rightParts: Readonly<Record<string, (of: Readonly<Record<string, unknown>>) => boolean>> = {
  none: (of) => optional(of.idleMs, (value) => isWhole(value, 1, 60_000)),
  fixed: (of) => isWhole(of.length, 1, MAX_FRAME),
  delimiter: (of) => isHex(of.delimiter),
  lengthField: (of) =>
    isWhole(of.lenOffset, 0, 255) &&
    isWhole(of.lenBytes, 1, 4) &&
    optional(of.lenAdjust, (value) => isWhole(value, -MAX_FRAME, MAX_FRAME)),
  marker: (of) => isHex(of.startMarker) && isHex(of.endMarker),
  modbusRtu: () => true,
};

/** Read a stored framing; null: it is not one. An absent framing is `none`. */
export function readFraming(value: unknown): Framing | null {
  if (value === null || value === undefined) return { kind: 'none' };
  if (typeof value !== 'object' || Array.isArray(value)) return null;
  const of = value as Readonly<Record<string, unknown>>;
  const { escape, kind } = of;
  const isRight =
    typeof kind === 'string' &&
    Object.hasOwn(rightParts, kind) &&
    rightParts[kind](of) &&
    optional(of.maxFrame, (most) => isWhole(most, 1, MAX_FRAME)) &&
    optional(of.startMarker, isHex) &&
    optional(of.endMarker, isHex) &&
    optional(escape, (pairs) => Array.isArray(pairs) && pairs.length <= 16 && pairs.every(isEscape));
  return isRight ? (value as Framing) : null;
}
