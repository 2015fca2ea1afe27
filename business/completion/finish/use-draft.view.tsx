import { useEffect, useRef, useState } from 'react';
import { deleteOffline, putOffline, getOffline } from '#kernel/web/http/offline/database.ts';
import { onStep, ownerNow } from '#kernel/web/http/offline/outbox.ts';
import type { Visit } from '../at-door/own-day.calls.ts';
import { type FinishDraft, draftFor } from './draft.rules.ts';

const placeOf = (visitId: string): string => `draft/${ownerNow()}/${visitId}`;

// Delete the stored draft of a completion when the server has accepted it. A refused one remains, to be corrected.
onStep((step) => {
  if (step.name === 'finish' && step.state === 'sent') void deleteOffline(placeOf(step.matter));
});

/**
 * Changes a part of the draft. A function as argument gets the present draft, because an open sheet may have an older
 * one.
 */
export type Put = (part: Partial<FinishDraft> | ((now: FinishDraft) => Partial<FinishDraft>)) => void;

/** Return the draft of a visit's completion. Each change is stored on the phone at once. */
export function useDraft(
  visit: Visit,
  km: number | null,
): { readonly draft: FinishDraft | null; readonly put: Put; readonly saved: boolean } {
  const [draft, setDraft] = useState<FinishDraft | null>(null);
  const [saved, setSaved] = useState(false);
  const now = useRef<FinishDraft | null>(null);
  const show = (next: FinishDraft): void => {
    now.current = next;
    setDraft(next);
  };
  useEffect(() => {
    let gone = false;
    const fresh = draftFor(visit, km);
    void getOffline<FinishDraft>(placeOf(visit.id))
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
    void putOffline(placeOf(visit.id), now.current).then(() => setSaved(true));
  };
  return { draft, put, saved };
}
