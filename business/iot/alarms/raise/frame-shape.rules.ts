import { anyNumber, anyText, optional, record } from '#kernel/language/calls/shape.ts';

/** The message that raised an alarm, as stored in its row. Moments are milliseconds. */
export interface StoredFrame {
  readonly topic: string;
  readonly size: number;
  /** Payload as text, if it is valid UTF-8. */ readonly text?: string;
  /** Otherwise the payload in hex. */ readonly hex?: string;
  readonly ts: number;
  /** The moment `ts` in the time zone of the company. */ readonly at: string;
  readonly receivedAt: number;
  readonly judgedAt: number;
  /** When the alarm was committed; absent: the process ended before it could record it. */
  readonly committedAt?: number;
}

/** The shape of `StoredFrame`. */
export const frameShape = record({
  topic: anyText,
  size: anyNumber,
  text: optional(anyText),
  hex: optional(anyText),
  ts: anyNumber,
  at: anyText,
  receivedAt: anyNumber,
  judgedAt: anyNumber,
  committedAt: optional(anyNumber),
});
