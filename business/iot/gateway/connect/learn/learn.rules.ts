/** Change of one value between two frames, as an engineer read it from the display of the machine. */
export interface KnownChange {
  readonly before: string;
  readonly after: string;
}

/** Position in bits of the frame, both ends included, that another field already covers. */
export interface TakenSpan {
  readonly from: number;
  readonly to: number;
}

/** A way to read both values of the change from the two frames. */
export interface LearnedField {
  /** First and last bit in the frame, both included. */ readonly from: number;
  readonly to: number;
  readonly dataType: 'uint' | 'int' | 'float' | 'bcd' | 'flag';
  readonly byteOrder: 'ABCD' | 'DCBA' | 'BADC' | 'CDAB';
  /** value = raw × scale + shift. */ readonly scale: number;
  readonly shift: number;
  /** Raw numbers in both frames. */ readonly raw: readonly [number, number];
  /** Lower is more likely. */ readonly cost: number;
}

interface Wanted {
  readonly values: readonly [number, number];
  /** Half of the last digit that was typed: a display rounds. */ readonly tolerance: number;
  readonly isSigned: boolean;
}

type Order = LearnedField['byteOrder'];
type Type = Exclude<LearnedField['dataType'], 'flag'>;

const MAX_CANDIDATES = 12;
const MAX_BYTES = 4096;
const WIDTH_COST: Readonly<Record<number, number>> = { 1: 2, 2: 0, 3: 5, 4: 1, 8: 4 };
const ORDER_COST: Readonly<Record<Order, number>> = { ABCD: 0, DCBA: 1, CDAB: 3, BADC: 4 };
const TYPE_COST: Readonly<Record<Type, number>> = { uint: 0, int: 0, float: 0, bcd: 1 };
const SCALES: readonly (readonly [scale: number, cost: number])[] = [
  [1, 0],
  [0.1, 0],
  [0.01, 1],
  [0.001, 2],
  [0.5, 3],
  [0.25, 5],
  [0.2, 5],
  [10, 4],
  [100, 6],
];
/** Shifts that makers use to send temperatures below zero as unsigned numbers. */
const SHIFTS: readonly (readonly [shift: number, cost: number])[] = [
  [0, 0],
  [-40, 5],
  [-50, 6],
  [-100, 6],
  [-30, 7],
  [-273.15, 7],
];
const COST_OF_TAKEN = 10;
const COST_OF_SIGN = 1;
const COST_OF_ROUNDING = 3;

const WORDS: Readonly<Record<string, number>> = { on: 1, off: 0, true: 1, false: 0, 开: 1, 关: 0, 是: 1, 否: 0 };

const isNumber = (typed: string): boolean => /^-?\d{1,12}(\.\d{1,6})?$/.test(typed);

function wantedOf({ before, after }: KnownChange): Wanted | null {
  const typed = [before.trim(), after.trim()].map((one) => String(WORDS[one.toLowerCase()] ?? one));
  if (!typed.every(isNumber)) return null;
  const decimals = Math.max(...typed.map((one) => one.split('.')[1]?.length ?? 0));
  const [first, second] = typed.map(Number);
  return { values: [first, second], tolerance: 10 ** -decimals / 2 + 1e-9, isSigned: first < 0 || second < 0 };
}

/** Return the bytes in big-endian order; null where the order needs pairs and there are none. */
function ordered(bytes: readonly number[], order: Order): readonly number[] | null {
  if (order === 'ABCD') return bytes;
  if (order === 'DCBA') return bytes.length > 1 ? bytes.toReversed() : null;
  if (bytes.length < 4 || bytes.length % 2) return null;
  const pairs = bytes.map((_, at) => bytes[at ^ 1]);
  return order === 'BADC' ? pairs : pairs.toReversed();
}

const unsigned = (bytes: readonly number[]): number => bytes.reduce((sum, byte) => sum * 256 + byte, 0);

function floatOf(bytes: readonly number[]): number | null {
  if (bytes.length !== 4 && bytes.length !== 8) return null;
  const view = new DataView(Uint8Array.from(bytes).buffer);
  const value = bytes.length === 4 ? Number(view.getFloat32(0).toPrecision(7)) : view.getFloat64(0);
  return Number.isFinite(value) ? value : null;
}

const decimalDigits = (bytes: readonly number[]): number | null => {
  const digits = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return /^\d+$/.test(digits) ? Number(digits) : null;
};

/** Readers of a raw number by type; null where the bytes cannot have that type. */
const readers: Readonly<Record<Type, (bytes: readonly number[]) => number | null>> = {
  uint: (bytes) => (bytes.length < 8 ? unsigned(bytes) : null),
  int: (bytes) => {
    if (bytes.length > 4) return null;
    const raw = unsigned(bytes);
    return bytes[0] & 0x80 ? raw - 256 ** bytes.length : raw;
  },
  float: floatOf,
  bcd: (bytes) => (bytes.length > 1 && bytes.length < 8 ? decimalDigits(bytes) : null),
};

interface Frames {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  readonly taken: readonly TakenSpan[];
}

const overlaps = (taken: readonly TakenSpan[], from: number, to: number): boolean =>
  taken.some((span) => span.from <= to && span.to >= from);

/** Return the cost of reading both raw numbers with this scale and shift; null where the values differ. */
function costOfFactors(
  raw: readonly [number, number],
  { values, tolerance }: Wanted,
  scale: number,
  shift: number,
): number | null {
  const errors = raw.map((one, at) => Math.abs(one * scale + shift - values[at]));
  if (errors.some((error) => error > tolerance)) return null;
  return errors.every((error) => error < 1e-6) ? 0 : COST_OF_ROUNDING;
}

/** Return the most likely scale and shift by which both raw numbers become the wanted values, and their cost. */
function factorsOf(raw: readonly [number, number], wanted: Wanted, type: Type): [number, number, number] | null {
  let best: [number, number, number] | null = null;
  for (const [shift, shiftCost] of type === 'uint' ? SHIFTS : SHIFTS.slice(0, 1))
    for (const [scale, scaleCost] of SCALES) {
      const rounding = costOfFactors(raw, wanted, scale, shift);
      if (rounding === null) continue;
      const cost = rounding + scaleCost + shiftCost;
      if (!best || cost < best[2]) best = [scale, shift, cost];
    }
  return best;
}

/** Return the raw numbers in both frames; null where one of them cannot have the type. */
function rawNumbers(type: Type, first: readonly number[], second: readonly number[]): readonly [number, number] | null {
  const [before, after] = [readers[type](first), readers[type](second)];
  return before === null || after === null ? null : [before, after];
}

function numberAt(frames: Frames, wanted: Wanted, at: number, width: number, order: Order): LearnedField[] {
  const two = [frames.before, frames.after].map((frame) => ordered([...frame.subarray(at, at + width)], order));
  const [first, second] = two;
  if (!first || !second || (wanted.values[0] !== wanted.values[1] && unsigned(first) === unsigned(second))) return [];
  const found: LearnedField[] = [];
  for (const dataType of ['uint', 'int', 'float', 'bcd'] as const) {
    const numbers = rawNumbers(dataType, first, second);
    const factors = numbers && factorsOf(numbers, wanted, dataType);
    if (!factors) continue;
    const [from, to] = [at * 8, (at + width) * 8 - 1];
    found.push({
      from,
      to,
      dataType,
      byteOrder: order,
      scale: factors[0],
      shift: factors[1],
      raw: numbers,
      cost:
        (WIDTH_COST[width] ?? 9) +
        ORDER_COST[order] +
        TYPE_COST[dataType] +
        factors[2] +
        (dataType === 'int' && !wanted.isSigned ? COST_OF_SIGN : 0) +
        (overlaps(frames.taken, from, to) ? COST_OF_TAKEN : 0),
    });
  }
  return found;
}

/** Return the single bits that changed as the wanted values do. */
function bitsOf(frames: Frames, { values }: Wanted): LearnedField[] {
  if (!values.every((one) => one === 0 || one === 1) || values[0] === values[1]) return [];
  const found: LearnedField[] = [];
  for (let bit = 0; bit < frames.before.length * 8; bit++) {
    const [first, second] = [frames.before, frames.after].map((frame) => (frame[bit >> 3] >> (7 - (bit & 7))) & 1);
    if (first !== values[0] || second !== values[1]) continue;
    found.push({
      from: bit,
      to: bit,
      dataType: 'flag',
      byteOrder: 'ABCD',
      scale: 1,
      shift: 0,
      raw: [first, second],
      cost: overlaps(frames.taken, bit, bit) ? COST_OF_TAKEN : 0,
    });
  }
  return found;
}

/**
 * Find the fields that explain a change between two frames of one kind, the most likely first.
 * Values are numbers as typed (`43.4`), or words of a switch (`on`, `开`). Spans in `taken` are less likely.
 * Returns at most twelve; none where the frames differ in length or a value is no number.
 */
export function learnField(
  before: Uint8Array,
  after: Uint8Array,
  change: KnownChange,
  taken: readonly TakenSpan[] = [],
): readonly LearnedField[] {
  const wanted = wantedOf(change);
  if (!wanted || before.length !== after.length || before.length > MAX_BYTES) return [];
  const frames = { before, after, taken };
  const found = bitsOf(frames, wanted);
  for (const width of [1, 2, 3, 4, 8])
    for (let at = 0; at + width <= before.length; at++)
      for (const order of ['ABCD', 'DCBA', 'CDAB', 'BADC'] as const)
        found.push(...numberAt(frames, wanted, at, width, order));
  return found.toSorted((a, b) => a.cost - b.cost || a.from - b.from).slice(0, MAX_CANDIDATES);
}

/** Return the bytes that differ between two frames, by their positions; of the longer frame all further ones. */
export function changedBytes(before: Uint8Array, after: Uint8Array): readonly number[] {
  const length = Math.max(before.length, after.length);
  return Array.from({ length }, (_, at) => at).filter((at) => before[at] !== after[at]);
}
