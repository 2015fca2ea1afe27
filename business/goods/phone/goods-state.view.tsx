import { useEffect, useMemo } from 'react';
import { create } from 'zustand';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { noteError } from '#kernel/web/http/errors/error-log.ts';
import { getOffline, putOffline } from '#kernel/web/http/offline/database.ts';
import { onStep, ownerNow, useOutbox } from '#kernel/web/http/offline/outbox.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { useLive } from '#kernel/web/realtime/live.ts';
import { useSession } from '#kernel/web/session/session.ts';
import { useStoredDay } from '#business/mobile/use-day.view.tsx';
import { withLaterParts, goodsSteps, withGoodsSteps } from './goods-steps.rules.ts';
import { type OwnGoods, readOwnGoods } from './own-goods.calls.ts';

/** The goods as they were read, for times without a network. `readMs`: time of the request by the phone's clock. */
interface StoredGoods {
  readonly goods: OwnGoods;
  readonly readMs: number;
}

const useStored = create<{ readonly stored: StoredGoods | null }>(() => ({ stored: null }));

// Logging out deletes what is stored below `day/` (`use-day.view.tsx`).
useSession.subscribe(({ session }) => {
  if (!session) useStored.setState({ stored: null });
});

const placeOf = (owner: string): string => `day/${owner}/goods`;

/** Read the goods, and store them on the phone. Without an answer the stored ones stay. */
async function readGoods(): Promise<void> {
  const owner = ownerNow();
  if (!owner || !navigator.onLine) return;
  const readMs = Date.now();
  try {
    const stored = { goods: await askCall(readOwnGoods, {}, { quiet: true }), readMs };
    if (ownerNow() !== owner) return;
    useStored.setState({ stored });
    await putOffline(placeOf(owner), stored);
  } catch (error) {
    if (!(error instanceof Refused)) noteError(error);
  }
}

async function recall(): Promise<void> {
  const found = await getOffline<StoredGoods>(placeOf(ownerNow()));
  if (found && !useStored.getState().stored)
    useStored.setState({ stored: { ...found, goods: withLaterParts(found.goods) } });
}

const PAPERS = new Set(['materialApply', 'materialShipment', 'materialReturn', 'toolApply']);
const readSoon = (event: { readonly type: string; readonly paper?: string }): void => {
  if (event.type === 'changed' && PAPERS.has(event.paper ?? '')) void readGoods();
};

/** Read the goods with the day, after each change, and after each sent step about goods. */
export function useGoodsWork(): void {
  useLive(readSoon);
  const readMs = useStoredDay((state) => state.stored?.readMs ?? 0);
  useEffect(() => {
    void recall().then(readGoods).catch(noteError);
  }, [readMs]);
  useEffect(
    () =>
      onStep((step) => {
        if (step.name in goodsSteps) void readGoods();
      }),
    [],
  );
}

const PATIENCE_MS = 2500;

/** Read the goods, and return them. Without a timely answer they are those on this phone. */
export async function freshGoods(): Promise<OwnGoods | null> {
  await Promise.race([readGoods(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  const { stored } = useStored.getState();
  return stored && withGoodsSteps(stored.goods, useOutbox.getState().steps, stored.readMs);
}

/** Return the goods on this phone: as they were read, with the steps that were taken since. */
export function useGoods(): OwnGoods | null {
  const stored = useStored((state) => state.stored);
  const steps = useOutbox((state) => state.steps);
  return useMemo(() => (stored ? withGoodsSteps(stored.goods, steps, stored.readMs) : null), [stored, steps]);
}
