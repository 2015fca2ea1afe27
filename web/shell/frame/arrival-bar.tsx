import { type ReactElement, useCallback, useState } from 'react';
import { type LiveEvent, useLive } from '#kernel/web/realtime/live.ts';
import { queryClient } from '#kernel/web/query/client.ts';
import { useT } from '#kernel/web/i18n/words.ts';

interface Arrival {
  readonly done: number;
  readonly of: number;
}

/**
 * Return how many weeks of the demo company have loaded; null when all have, and before the first event. Repeat all
 * queries after each loaded week.
 */
function useArrival(): Arrival | null {
  const [arrival, setArrival] = useState<Arrival | null>(null);
  useLive(
    useCallback((event: LiveEvent) => {
      if (event.type !== 'arrival') return;
      setArrival((event.arrival as Arrival | null) ?? null);
      void queryClient.invalidateQueries();
    }, []),
  );
  return arrival;
}

/** Bar that shows how many weeks of the demo company have loaded; hidden when all have. */
export function ArrivalBar(): ReactElement | null {
  const t = useT();
  const arrival = useArrival();
  if (!arrival) return null;
  const { done, of } = arrival;
  return (
    <div className="arrival-bar" role="status">
      <span>{t([`演示数据 ${done}/${of} 周`, `Demo data: week ${done} of ${of}`])}</span>
      <progress value={done} max={of} aria-hidden />
    </div>
  );
}
