import { useEffect, useRef, useState } from 'react';
import type { CallAnswer } from '#kernel/language/calls/call.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { useLanguage } from '#kernel/web/i18n/words.ts';
import { type PastReplay, type ShownCase, simulateDrawing, validateProcess } from '../../model/design/design.calls.ts';
import type { EditedDrawing } from '../canvas/use-modeler.view.tsx';

type Checked = CallAnswer<typeof validateProcess>;

/** The last check of a drawing by the server. `isStale`: the drawing has changed since. */
export interface Checks {
  readonly checked: Checked | null;
  readonly run: ShownCase | null;
  readonly replay: PastReplay | null;
  readonly isStale: boolean;
}

const NONE: Checks = { checked: null, run: null, replay: null, isStale: true };

/** Milliseconds without a change before the drawing is checked. */
const REST_MS = 500;

/** Check a drawing after each pause in editing, and simulate it if it has no errors. */
export function useChecks({ revision, drawing, xml }: EditedDrawing): Checks {
  const language = useLanguage();
  const [checks, setChecks] = useState<Checks>(NONE);
  const latest = useRef(0);
  useEffect(() => {
    if (!drawing || revision === 0) return undefined;
    latest.current = revision;
    setChecks((before) => ({ ...before, isStale: true }));
    const asking = new AbortController();
    const timer = setTimeout(() => {
      void check(asking.signal).catch(() => undefined);
    }, REST_MS);
    async function check(signal: AbortSignal): Promise<void> {
      const text = await xml();
      const checked = await askCall(validateProcess, { xml: text }, { signal, quiet: true });
      if (signal.aborted) return;
      setChecks((before) => ({ ...before, checked, isStale: false }));
      if (!checked.success) {
        setChecks({ checked, run: null, replay: null, isStale: false });
        return;
      }
      const played = await askCall(simulateDrawing, { xml: text, replay: true }, { signal, quiet: true });
      if (!signal.aborted) setChecks({ checked, ...played, isStale: false });
    }
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [drawing, revision, language]);
  return checks;
}
