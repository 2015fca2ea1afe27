import { useState } from 'react';
import { lifeOf } from '#kernel/language/paper.ts';
import { newKey } from '#kernel/web/http/headers.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { actOn } from '#kernel/web/registry/paper-calls.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { planOccurrence } from '../../occurrence/plan-occurrence.paper.ts';
import { type Bundles, bundleKey, idsOfTrips } from './bundles-panel.view.tsx';

/** Ticked trips, all of them until somebody unticks one, and the act that registers them. */
export function useTrips(bundles: Bundles | undefined, done: () => void) {
  const t = useT();
  const [off, setOff] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const chosen = bundles?.filter((one) => !off.has(bundleKey(one))) ?? [];
  const tick = (key: string): void =>
    setOff((now) => new Set(now.has(key) ? [...now].filter((one) => one !== key) : [...now, key]));
  const register = (): void => {
    if (busy || chosen.length === 0) return;
    setBusy(true);
    const action = lifeOf(planOccurrence).actions.register;
    // Trips of different days are different acts: each order wants the day of its trip.
    const days = [...new Set(chosen.map(({ day }) => day))];
    void (async () => {
      for (const expectDate of days) {
        const ids = idsOfTrips(chosen.filter(({ day }) => day === expectDate));
        await actOn(planOccurrence, 'register', action, { ids }, { expectDate }, { key: newKey(), quiet: true });
      }
      toast.good(t([`已登记 ${idsOfTrips(chosen).length} 次`, `${idsOfTrips(chosen).length} visits are registered`]));
    })()
      .catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error;
        toast.bad(error.message);
      })
      .finally(() => {
        setBusy(false);
        done();
      });
  };
  const minutesOn = (team: string, day: string): number =>
    chosen.filter((one) => one.team === team && one.day === day).reduce((sum, { minutes }) => sum + minutes, 0);
  return { ticked: new Set(chosen.map(bundleKey)), tick, busy, register, minutesOn };
}
