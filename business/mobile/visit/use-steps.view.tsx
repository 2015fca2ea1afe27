import { useState } from 'react';
import type { Visit } from '#business/completion/at-door/own-day.calls.ts';
import type { NextStep } from '../day.rules.ts';
import { distanceTo, doStep } from '../do-step.view.tsx';
import { openSheet } from '#business/completion/finish/sheet.view.tsx';
import { useStoredDay, usePlace } from '../use-day.view.tsx';
import { AppointSheet, FarSheet } from './step-sheets.view.tsx';

/**
 * Return a function that takes the next step of a visit, or opens the sheet that asks for its inputs. A second tap is
 * ignored while the step is being stored.
 */
export function useSteps(visit: Visit): { readonly begin: (step: NextStep) => void; readonly busy: boolean } {
  const { go } = usePlace();
  const [busy, setBusy] = useState(false);
  const most = useStoredDay((state) => state.stored?.own.arriveMetres ?? 500);
  const arrive = async (): Promise<void> => {
    const { location, metres } = await distanceTo(visit);
    const unknown = location === null && Boolean(visit.registration?.location);
    if (unknown || (metres !== null && metres > most))
      openSheet((close) => <FarSheet visit={visit} location={location} metres={metres} onClose={close} />);
    else await doStep(visit, 'arrive', { location }, { metres });
  };
  const begin = (step: NextStep): void => {
    if (busy) return;
    if (step === 'form' || step === 'correct') {
      go('finish', visit.id);
      return;
    }
    if (step === 'appoint') {
      openSheet((close) => <AppointSheet visit={visit} onClose={close} />);
      return;
    }
    setBusy(true);
    void (step === 'arrive' ? arrive() : doStep(visit, step)).finally(() => setBusy(false));
  };
  return { begin, busy };
}
