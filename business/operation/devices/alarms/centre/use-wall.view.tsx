import { useEffect, useMemo, useState } from 'react';
import { serverNow } from '#kernel/web/i18n/company-time.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { type AlarmLine, type Alarms, lineOf } from './use-alarms.view.tsx';
import { type AlarmWall, follow, letIn } from './wall-lines.rules.ts';

const EVERY_MS = 5000;

interface Seen {
  readonly of: readonly AlarmLine[];
  readonly tick: number;
  readonly recent: readonly WireRow[] | undefined;
  readonly wall: AlarmWall<WireRow>;
}

/** Count up every few seconds, so that labels of changes disappear after a minute. */
function useTick(): number {
  const [tick, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((one) => one + 1), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return tick;
}

/** Return the unconfirmed alarms as lines that stay in place, and a function that adds the waiting new ones. */
export function useWall(
  { rows }: Alarms,
  recent: readonly WireRow[] | undefined,
  isHeld: () => boolean,
): { readonly wall: AlarmWall<WireRow> | null; readonly letAllIn: () => void } {
  const tick = useTick();
  const fresh = useMemo(() => rows && [...rows.critical, ...rows.major, ...rows.lesser].map(lineOf), [rows]);
  const [seen, setSeen] = useState<Seen | null>(null);
  if (rows && fresh && (seen?.of !== fresh || seen.tick !== tick || seen.recent !== recent)) {
    const known = new Map(
      [...(recent ?? []), ...rows.confirmed, ...rows.recovered].map((row) => [row.id, String(row.alarmStatus)]),
    );
    const wall = follow(seen?.wall ?? null, {
      lines: fresh,
      now: serverNow().getTime(),
      stateOf: (id) => known.get(id),
      isHeld: isHeld(),
    });
    setSeen({ of: fresh, tick, recent, wall });
  }
  const letAllIn = (): void =>
    setSeen((before) => before && { ...before, wall: letIn(before.wall, serverNow().getTime()) });
  return { wall: seen?.wall ?? null, letAllIn };
}
