import { cutText } from '../../ingest/clean-text.rules.ts';
import type { EntryFrame, LaneEntry } from '../../ingest/entry.rules.ts';
import type { StoredFrame } from './frame-shape.rules.ts';

/** A message with its moment by the clock of the device (milliseconds). */
export interface FrameMoment {
  readonly ts: number;
  readonly frame: EntryFrame;
}

/** An alarm that was raised, with the message that it keeps. */
export interface RaisedFrame {
  readonly id: string;
  readonly frame: object;
}

const MOST_SIGNS = 4000;
const MOST_BYTES = 1000;

const decoder = new TextDecoder('utf-8', { fatal: true });

function contentOf(payload: Uint8Array): Pick<StoredFrame, 'text' | 'hex'> {
  const bytes = Buffer.from(payload);
  try {
    return { text: cutText(decoder.decode(bytes), MOST_SIGNS) };
  } catch {
    return { hex: bytes.toString('hex', 0, MOST_BYTES) };
  }
}

/** The message itself, or the one that began the hold; null: no message raised it. */
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
