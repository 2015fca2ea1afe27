import { useEffect, useRef, useState } from 'react';
import { forget, keep, kept } from '#kernel/web/http/offline/database.ts';
import { onStep, ownerNow } from '#kernel/web/http/offline/outbox.ts';
import type { Visit } from '../answers.rules.ts';
import { type Draft, draftFor } from './draft.rules.ts';

const placeOf = (visitId: string): string => `draft/${ownerNow()}/${visitId}`;

// What is submitted is the server's from then on; what it refuses stays here to be corrected.
onStep((step) => {
  if (step.name === 'finish' && step.state === 'sent') void forget(placeOf(step.matter));
});

/** Changes a part of the draft; a sheet that stays open goes by what the draft is by then. */
export type Put = (part: Partial<Draft> | ((now: Draft) => Partial<Draft>)) => void;

/** What is typed into the completion of a visit; each change is kept on the phone before anything else can happen to it. */
export function useDraft(
  visit: Visit,
  km: number | null,
): { readonly draft: Draft | null; readonly put: Put; readonly saved: boolean } {
  const [draft, setDraft] = useState<Draft | null>(null);
  const [saved, setSaved] = useState(false);
  const now = useRef<Draft | null>(null);
  const show = (next: Draft): void => {
    now.current = next;
    setDraft(next);
  };
  useEffect(() => {
    let gone = false;
    const fresh = draftFor(visit, km);
    void kept<Draft>(placeOf(visit.id))
      .catch(() => undefined)
      .then((found) => {
        if (!gone) {
          show({ ...fresh, ...found });
          setSaved(found !== undefined);
        }
      });
    return () => {
      gone = true;
    };
  }, [visit.id]);
  const put: Put = (part) => {
    if (!now.current) return;
    show({ ...now.current, ...(typeof part === 'function' ? part(now.current) : part) });
    setSaved(false);
    void keep(placeOf(visit.id), now.current).then(() => setSaved(true));
  };
  return { draft, put, saved };
}
