import { cutText } from '../../ingest/clean-text.rules.ts';
import type { EntryFrame, LaneEntry } from '../../ingest/entry.rules.ts';
import type { StoredFrame } from './frame-shape.rules.ts';

/** A message and its moment by the device's clock (milliseconds). */
export interface FrameMoment {
  readonly ts: number;
  readonly frame: EntryFrame;
}

/** Id of a raised alarm, and the message stored with it. */
export interface RaisedFrame {
  readonly id: string;
  readonly frame: object;
}

const MAX_SIGNS = 4000;
const MAX_BYTES = 1000;

const decoder = new TextDecoder('utf-8', { fatal: true });

function contentOf(payload: Uint8Array): Pick<StoredFrame, 'text' | 'hex'> {
  const bytes = Buffer.from(payload);
  try {
    return { text: cutText(decoder.decode(bytes), MAX_SIGNS) };
  } catch {
    return { hex: bytes.toString('hex', 0, MAX_BYTES) };
  }
}

/**
 * Return the message to store with an alarm: the one that started the hold time, or else the present one. Null: no
 * message raised the alarm.
 */
export function storedFrame(
  { frame, ts }: Pick<LaneEntry, 'frame' | 'ts'>,
  cause: FrameMoment | undefined,
  judged: { readonly judgedAt: number; readonly wall: (ms: number) => string },
): StoredFrame | null {
  const of = cause ?? (frame && { frame, ts });
  if (!of) return null;
  const { topic, payload, receivedAt } = of.frame;
  return {
    topic,
    size: payload.length,
    ...contentOf(payload),
    ts: of.ts,
    at: judged.wall(of.ts),
    receivedAt,
    judgedAt: judged.judgedAt,
  };
}
