import type { LaneFigures } from './hour-facts.rules.ts';

const QUARTER_MS = 15 * 60_000;

/** Spans of the past of a gateway, and how many of them there are: a day by quarters, a week by two hours. */
const SPANS = { day: { ms: QUARTER_MS, most: 96 }, week: { ms: 8 * QUARTER_MS, most: 84 } } as const;

/** Name of a range of the past. */
export type PastRange = keyof typeof SPANS;

/** Figures of a span, as numbers in this order: its begin (milliseconds), then sums of messages, the worst of the others. */
export type PastSpan = readonly [
  at: number,
  lines: number,
  commitMs: number,
  oldestMs: number,
  spooled: number,
  messages: number,
  refused: number,
];

/** Counts since the start of the process. */
export interface PastCounts {
  readonly messages: number;
  readonly refused: number;
}

export type GatewayPast = Readonly<Record<PastRange, readonly PastSpan[]>>;

const isSpan = (value: unknown): value is PastSpan =>
  Array.isArray(value) && value.length === 7 && value.every((one) => typeof one === 'number' && Number.isFinite(one));

/** Read a stored past; what is not one is left out. */
export function readPast(value: unknown): GatewayPast {
  const of = (value ?? {}) as Readonly<Record<string, unknown>>;
  const list = (name: PastRange): PastSpan[] => (Array.isArray(of[name]) ? of[name].filter(isSpan) : []);
  return { day: list('day'), week: list('week') };
}

const joined = (a: PastSpan, b: PastSpan): PastSpan => [
  a[0],
  a[1] + b[1],
  Math.max(a[2], b[2]),
  Math.max(a[3], b[3]),
  a[4] + b[4],
  a[5] + b[5],
  a[6] + b[6],
];

/** Return a range of several processes as one: sums of lines, spool and messages, the worst of the times. */
export function mergedPast(all: readonly GatewayPast[], range: PastRange): PastSpan[] {
  const spans = Map.groupBy(
    all.flatMap((past) => past[range]),
    ([at]) => at,
  );
  return [...spans.values()].map((same) => same.reduce(joined)).toSorted(([a], [b]) => a - b);
}

/** The last day and week of a gateway. */
export class PastFacts {
  readonly #now: () => number;
  #past: GatewayPast;
  #counted: PastCounts = { messages: 0, refused: 0 };

  constructor(now: () => number, before: GatewayPast) {
    this.#now = now;
    this.#past = before;
  }

  get facts(): GatewayPast {
    return this.#past;
  }

  /** Note the present state. Return whether a span has ended. */
  note(lines: number, lanes: readonly LaneFigures[], counts: PastCounts): boolean {
    const most = (of: (lane: LaneFigures) => number): number => Math.round(Math.max(0, ...lanes.map(of)));
    const found = [
      lines,
      most(({ commitP99Ms }) => commitP99Ms),
      most(({ oldestMs }) => oldestMs),
      lanes.reduce((sum, lane) => sum + lane.spooled, 0),
      counts.messages - this.#counted.messages,
      counts.refused - this.#counted.refused,
    ] as const;
    this.#counted = counts;
    const before = this.#past.day.at(-1)?.[0];
    this.#past = { day: this.#with('day', found), week: this.#with('week', found) };
    return before !== undefined && before !== this.#past.day.at(-1)?.[0];
  }

  #with(range: PastRange, [lines, commitMs, oldestMs, spooled, messages, refused]: readonly number[]): PastSpan[] {
    const { ms, most } = SPANS[range];
    const now = this.#now();
    const at = Math.floor(now / ms) * ms;
    const spans = this.#past[range].filter(([begin]) => begin <= at && begin > now - ms * most);
    const last = spans.at(-1);
    const same = last?.[0] === at ? last : ([at, 0, 0, 0, 0, 0, 0] as const);
    const span: PastSpan = [
      at,
      Math.max(same[1], lines),
      Math.max(same[2], commitMs),
      Math.max(same[3], oldestMs),
      Math.max(same[4], spooled),
      same[5] + messages,
      same[6] + refused,
    ];
    return [...(last?.[0] === at ? spans.slice(0, -1) : spans), span];
  }
}
