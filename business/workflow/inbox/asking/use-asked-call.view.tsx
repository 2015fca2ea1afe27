import { useRef, useState } from 'react';
import { newKey } from '#kernel/web/http/headers.ts';
import { Refused } from '#kernel/web/http/refused.ts';

/** How a call is made by a dialog: by one key until it was refused, its words shown where it was asked. */
export interface Asking {
  readonly key: string;
  readonly quiet: true;
}

/** A call that a dialog makes, and what was said against it. */
export interface AskedCall {
  readonly said: string;
  readonly setSaid: (words: string) => void;
  readonly busy: boolean;
  readonly setBusy: (busy: boolean) => void;
  /** Makes it once, however often it is asked for meanwhile. */
  readonly run: (work: (asking: Asking) => Promise<unknown>) => Promise<void>;
}

/** A call of a dialog: pressed twice it is made once, and what is refused stays in sight until it is asked again. */
export function useAskedCall(): AskedCall {
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(false);
  const key = useRef(newKey());
  return {
    said,
    setSaid,
    busy,
    setBusy,
    async run(work) {
      if (busy) return;
      setBusy(true);
      setSaid('');
      try {
        await work({ key: key.current, quiet: true });
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        key.current = newKey();
        setSaid(error.message);
        setBusy(false);
      }
    },
  };
}
