import { useRef, useState } from 'react';
import { newKey } from '#kernel/web/http/headers.ts';
import { Refused } from '#kernel/web/http/refused.ts';

/**
 * Options of a call from a dialog. The idempotency `key` stays the same until the server refuses; `quiet` leaves the
 * refusal to the dialog.
 */
export interface Asking {
  readonly key: string;
  readonly quiet: true;
}

/** A call from a dialog with its refusal (`said`). */
export interface AskedCall {
  readonly said: string;
  readonly setSaid: (words: string) => void;
  readonly busy: boolean;
  readonly setBusy: (busy: boolean) => void;
  /** Run the call, unless it is already running. */
  readonly run: (work: (asking: Asking) => Promise<unknown>) => Promise<void>;
}

/**
 * Return a call from a dialog. A second press while it runs does nothing; its refusal stays visible until the next try.
 */
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
