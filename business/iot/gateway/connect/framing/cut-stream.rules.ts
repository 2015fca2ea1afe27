import { Framer, type PassedBytes } from './framer.rules.ts';
import type { Framing } from './framing.rules.ts';

/** Adjacent bytes of a stream: a frame, a bad frame, junk, or the begin of a frame that is not complete. */
export interface StreamPart {
  readonly from: number;
  /** The byte behind the last one. */ readonly to: number;
  readonly kind: PassedBytes | 'rest';
  /** The frame without lead bytes and escapes; null for junk and rest. */ readonly frame: Uint8Array | null;
}

/** Bytes that look like a frame and are none. */
export interface FalseStart {
  readonly at: number;
  readonly frame: Uint8Array;
}

/** A stream as the framer of a connection cuts it. */
export interface StreamCuts {
  readonly parts: readonly StreamPart[];
  readonly falseStarts: readonly FalseStart[];
  /** A connection with so much junk, or so many bad frames, would be closed behind the last part. */
  readonly isBroken: boolean;
}

/**
 * Cut a stream into frames. `chunks`: its bytes as they arrive; without framing each chunk is a frame. `isGood`: is a
 * frame right by its configuration?
 */
export function cutStream(
  framing: Framing,
  chunks: readonly Uint8Array[],
  isGood: (frame: Uint8Array) => boolean,
): StreamCuts {
  const parts: StreamPart[] = [];
  const falseStarts: FalseStart[] = [];
  let at = 0;
  const add = (part: StreamPart): void => {
    const last = parts.at(-1);
    if (last?.kind === 'junk' && part.kind === 'junk') parts.splice(-1, 1, { ...last, to: part.to });
    else parts.push(part);
  };
  const framer = new Framer(framing, {
    isGood,
    passed(bytes, kind) {
      add({ from: at, to: at + bytes, kind, frame: null });
      at += bytes;
    },
    take(frame) {
      const last = parts.at(-1);
      if (!last || last.kind === 'junk') falseStarts.push({ at: at - 1, frame: frame.slice() });
      else parts.splice(-1, 1, { ...last, frame: frame.slice() });
    },
  });
  for (const chunk of chunks) {
    framer.push(chunk);
    framer.rest();
  }
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  if (at < length) parts.push({ from: at, to: length, kind: 'rest', frame: null });
  return { parts, falseStarts, isBroken: framer.isBroken };
}
