import type { CallAnswer } from '#kernel/language/calls/call.ts';
import type { Label } from '#kernel/language/label.ts';
import type { readTrace } from './trace.calls.ts';

export type DeviceTrace = CallAnswer<typeof readTrace>;
export type TraceLine = DeviceTrace['lines'][number];

/** Maximal number of lines that the page holds. */
const MAX_LINES = 1000;

/** State of a trace as its stream sends it: all parts at first, then new lines only. */
type TraceNews = Partial<Omit<DeviceTrace, 'lines'>> & { readonly lines?: readonly TraceLine[] };

/** Return a trace with the news of its stream. A new trace counts its lines from the beginning. */
export function traceAfter(before: DeviceTrace | undefined, news: TraceNews): DeviceTrace {
  const old = before ?? { isRunning: false, untilTime: null, startedBy: null, dropped: 0, lines: [] };
  const { lines = [], ...state } = news;
  const last = old.lines.at(-1)?.no ?? -1;
  const isAnew = lines.length > 0 && lines[lines.length - 1].no < last;
  const added = isAnew ? lines : lines.filter(({ no }) => no > last);
  return { ...old, ...state, lines: [...(isAnew ? [] : old.lines), ...added].slice(-MAX_LINES) };
}

/** Return bytes in hex as rows of sixteen: offset, bytes, and their printable characters. */
export function hexRows(hex: string): readonly (readonly [offset: string, bytes: string, text: string])[] {
  const bytes = hex.match(/../g) ?? [];
  return Array.from({ length: Math.ceil(bytes.length / 16) }, (_, at) => {
    const row = bytes.slice(at * 16, at * 16 + 16);
    const text = row.map((one) => {
      const code = Number.parseInt(one, 16);
      return code >= 0x20 && code < 0x7f ? String.fromCodePoint(code) : '.';
    });
    return [(at * 16).toString(16).padStart(4, '0'), row.join(' '), text.join('')] as const;
  });
}

const LINE_WORDS: Readonly<Record<string, Label>> = {
  connected: ['连上', 'Connected'],
  closed: ['断开', 'Closed'],
  subscribed: ['订阅', 'Subscribed'],
};

/** Return the topic of a line; for the connection itself, what happened to it. */
export const topicWords = ({ direction, topic }: Pick<TraceLine, 'direction' | 'topic'>): Label =>
  direction === 'line' ? (LINE_WORDS[topic] ?? [topic, topic]) : [topic, topic];

const OUTCOMES: Readonly<Record<string, Label>> = {
  written: ['已发出', 'Written'],
  unheard: ['没有订阅', 'Not subscribed'],
  full: ['待确认太多', 'Too many open'],
  unencodable: ['无法编码', 'Cannot be encoded'],
};

/** Return the outcome of a line in words: a kind of message or a reason word stays as it is. */
export const outcomeWords = (outcome: string | null): Label =>
  outcome === null ? ['', ''] : (OUTCOMES[outcome] ?? [outcome, outcome]);
