import { useEffect, useState } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { FrameFault } from '../codec/frame.rules.ts';
import { typedBytes } from '../config/samples/sample.rules.ts';
import type { Painter } from './use-painter.view.tsx';

type Mode = 'one' | 'two';

/** The frame beside the shown one, and how frames are taken. */
export interface PaintFrames {
  readonly mode: Mode;
  readonly other: Uint8Array | null;
  readonly setMode: (mode: Mode) => void;
  readonly paste: (text: string) => void;
}

/** Take pasted frames: the first is a sample; in comparing, a pasted frame is the second one. */
export function usePaintFrames(on: Painter, may: boolean): PaintFrames {
  const t = useT();
  const [mode, setMode] = useState<Mode>('one');
  const [other, setOther] = useState<Uint8Array | null>(null);
  const format = on.draft.config.deviceConnectFormat;
  const paste = (text: string): void => {
    const frame = text.trim();
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
      if (mode === 'one') on.show(known);
      return;
    }
    const name = t([`样例 ${samples.length + 1}`, `Sample ${samples.length + 1}`]);
    on.change({ samples: [...samples, { name, frame, direction: 'up', expect: null, refusedAs: null }] });
    if (mode === 'one') on.show(samples.length);
  };
  useEffect(() => {
    const take = (event: ClipboardEvent): void => {
      if ((event.target as HTMLElement | null)?.matches('input, textarea')) return;
      paste(event.clipboardData?.getData('text') ?? '');
    };
    document.addEventListener('paste', take);
    return () => document.removeEventListener('paste', take);
  });
  return { mode, other, setMode, paste };
}
