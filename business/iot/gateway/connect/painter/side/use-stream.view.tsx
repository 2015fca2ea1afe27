import { useMemo, useState } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { FrameFault, bytesOf } from '../../codec/frame.rules.ts';
import { typedBytes } from '../../config/samples/sample.rules.ts';
import { type StreamCuts, type StreamPart, cutStream } from '../../framing/cut-stream.rules.ts';
import { type Framing, readFraming } from '../../framing/framing.rules.ts';
import type { Painter } from '../use-painter.view.tsx';

/** A pasted stream of bytes with its cuts. */
export interface PaintStream {
  readonly text: string;
  readonly type: (text: string) => void;
  readonly bytes: Uint8Array;
  readonly cuts: StreamCuts | null;
  /** Why the text is no stream. */ readonly fault: Label | null;
  /** Parts with a frame, in their order. */ readonly frames: readonly StreamPart[];
  /** Start of the painted frame in the stream; -1: none. */ readonly at: number;
  readonly show: (part: { readonly from: number; readonly frame: Uint8Array | null }) => void;
  readonly step: (by: 1 | -1) => void;
  readonly isFramed: boolean;
}

/** Return the bytes as they arrive. Without framing a silence parts them: here each line is one arrival. */
function chunksOf(text: string, format: string, framing: Framing): Uint8Array[] {
  const lines = framing.kind === 'none' || format === 'hex' ? text.split('\n') : [text];
  const chunks = lines.flatMap((line) => {
    if (!line.trim()) return [];
    return [framing.kind === 'none' ? typedBytes(line, format) : bytesIn(line, format)];
  });
  return chunks;
}

/** Ends of lines are data where a framing looks for them. */
const bytesIn = (text: string, format: string): Uint8Array =>
  format === 'hex' ? bytesOf(text) : new TextEncoder().encode(text);

function cutsOf(on: Painter, text: string, framing: Framing | null): { bytes: Uint8Array; cuts: StreamCuts | null } {
  const { codec } = on.compiled;
  if (!framing || !codec) return { bytes: new Uint8Array(), cuts: null };
  const chunks = chunksOf(text, on.draft.config.deviceConnectFormat, framing);
  const isGood = (frame: Uint8Array): boolean => {
    try {
      if (!codec.matches(frame)) return false;
      codec.decode(frame);
      return true;
    } catch (error) {
      if (error instanceof FrameFault) return false;
      throw error;
    }
  };
  return { bytes: Uint8Array.from(chunks.flatMap((chunk) => [...chunk])), cuts: cutStream(framing, chunks, isGood) };
}

const NONE = { bytes: new Uint8Array(), cuts: null };

/** Cut a pasted stream by the framing of the configuration, and paint one of its frames. */
export function usePaintStream(on: Painter): PaintStream {
  const [text, type] = useState('');
  const [at, setAt] = useState(-1);
  const stored = on.row.framing;
  const framing = useMemo(() => readFraming(stored || null), [stored]);
  const found = useMemo(() => {
    try {
      return { ...cutsOf(on, text, framing), fault: null };
    } catch (error) {
      if (error instanceof FrameFault) return { ...NONE, fault: error.words };
      throw error;
    }
  }, [text, framing, on.compiled, on.draft.config.deviceConnectFormat]);
  const frames = (found.cuts?.parts ?? []).filter(({ frame }) => frame !== null);
  const show: PaintStream['show'] = ({ from, frame }) => {
    if (!frame) return;
    setAt(from);
    on.peek(frame);
  };
  return {
    text,
    type: (next) => {
      type(next);
      setAt(-1);
    },
    ...found,
    frames,
    at: on.peeked ? at : -1,
    show,
    step: (by) => {
      const here = frames.findIndex(({ from }) => from === at);
      const next = frames[here === -1 && by === -1 ? frames.length - 1 : (here + by + frames.length) % frames.length];
      if (next) show(next);
    },
    isFramed: framing !== null && framing.kind !== 'none',
  };
}
