import { useEffect, useState } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { FrameFault } from '../codec/frame.rules.ts';
import { typedBytes } from '../config/samples/sample.rules.ts';
import { hexOfBytes } from '../codec/frame.rules.ts';
import { type PaintStream, usePaintStream } from './side/use-stream.view.tsx';
import type { Painter } from './use-painter.view.tsx';

type Mode = 'one' | 'two' | 'stream';

/** The frame beside the shown one, and how frames are taken. */
export interface PaintFrames {
  readonly mode: Mode;
  readonly other: Uint8Array | null;
  readonly setMode: (mode: Mode) => void;
  readonly paste: (text: string) => void;
  /** Make a sample of the painted frame of the stream. */ readonly keep: () => void;
  readonly stream: PaintStream;
}

/** Take pasted frames: the first is a sample; in comparing, a pasted frame is the second one. */
export function usePaintFrames(on: Painter, may: boolean): PaintFrames {
  const t = useT();
  const [mode, setMode] = useState<Mode>('one');
  const [other, setOther] = useState<Uint8Array | null>(null);
  const format = on.draft.config.deviceConnectFormat;
  const stream = usePaintStream(on);
  const paste = (text: string): void => {
    if (mode === 'stream') stream.type(text);
    else take(text.trim());
  };
  const take = (frame: string): void => {
    if (!frame || !may) return;
    let bytes: Uint8Array;
    try {
      bytes = typedBytes(frame, format);
    } catch (error) {
      if (!(error instanceof FrameFault)) throw error;
      toast.bad(t(error.words));
      return;
    }
    const { samples } = on.draft;
    const known = samples.findIndex((sample) => sample.frame.replaceAll(/\s/g, '') === frame.replaceAll(/\s/g, ''));
    if (mode === 'two') setOther(bytes);
    if (known !== -1) {
      if (mode !== 'two') on.show(known);
      return;
    }
    const name = t([`样例 ${samples.length + 1}`, `Sample ${samples.length + 1}`]);
    on.change({ samples: [...samples, { name, frame, direction: 'up', expect: null, refusedAs: null }] });
    if (mode !== 'two') on.show(samples.length);
  };
  useEffect(() => {
    const hear = (event: ClipboardEvent): void => {
      if ((event.target as HTMLElement | null)?.matches('input, textarea')) return;
      paste(event.clipboardData?.getData('text') ?? '');
    };
    document.addEventListener('paste', hear);
    return () => document.removeEventListener('paste', hear);
  });
  const keep = (): void => {
    if (!on.peeked) return;
    take(format === 'hex' ? hexOfBytes(on.peeked).replaceAll(/..(?=.)/g, '$& ') : new TextDecoder().decode(on.peeked));
  };
  return { mode, other, setMode, paste, keep, stream };
}
