import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { create } from 'zustand';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { get } from '#kernel/web/http/http.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { useLive } from '#kernel/web/realtime/live.ts';
import { deleteOffline, putOffline, getOffline, namesBelow } from '#kernel/web/http/offline/database.ts';
import { installWorker } from '#kernel/web/http/offline/install.ts';
import { momentNow } from '#kernel/web/i18n/company-time.ts';
import { nextToSend, noteContact, onStep, openOutbox, ownerNow, useOutbox } from '#kernel/web/http/offline/outbox.ts';
import { useSession } from '#kernel/web/session/session.ts';
import {
  type BagItem,
  type OwnDay,
  type PaymentMethod,
  type Visit,
  readOwnDay,
} from '#business/completion/at-door/own-day.calls.ts';
import { markVisitsSeen } from '#business/dispatch/visit/on-phone.calls.ts';
import { type Day, dayOfVisits } from './day.rules.ts';
import { withSteps } from './steps.rules.ts';

/** Cash that the technician must hand over: its sum, number of rows, and the day of the oldest. */
interface Cash {
  readonly amount: string;
  readonly lines: number;
  readonly since: string;
}

/** A collection by this technician. */
interface TakenAmount {
  readonly id: string;
  readonly collectNo: string;
  readonly customerName: string;
  readonly amount: string;
  readonly collectType: string;
  readonly paymentTypeId: string;
  readonly collectTime: string;
  readonly transmitStatus: string;
  readonly approvalStatus: string;
}

const at = 'blade-maintenance/webApi';
export const DAY_VISITS = 'blade-maintain/dispatchList';

/** Everything the phone needs without a network. */
export interface StoredDay {
  readonly own: OwnDay;
  readonly bag: readonly BagItem[];
  readonly ways: readonly PaymentMethod[];
  readonly cash: Cash | null;
  readonly taken: readonly TakenAmount[];
  /** Time of reading by the phone's clock, in milliseconds; `readAt` is the moment in the company's zone. */
  readonly readMs: number;
  readonly readAt: string;
}

interface State {
  readonly stored: StoredDay | null;
  readonly reading: boolean;
  readonly ready: boolean;
  readonly now: string;
}

export const useStoredDay = create<State>(() => ({ stored: null, reading: false, ready: false, now: momentNow() }));

const PLACE = 'day/';
const EVERY_MS = 120_000;
const SECOND_LOOK_MS = 20_000;
const MOST = 100;

interface Page<T> {
  readonly records: readonly T[];
}
const quiet = { quiet: true };
const pageOf = <T,>(path: string, query: Record<string, string | number>): Promise<readonly T[]> =>
  get<Page<T>>(`${at}/${path}/list`, { current: 1, size: MOST, ...query }, quiet).then((page) => page.records);

/** Read the cash and collections of the technician. A part that cannot be read keeps its stored value. */
async function readBeside(technicianId: string, before: StoredDay | null): Promise<Pick<StoredDay, 'cash' | 'taken'>> {
  const or = <T,>(reading: Promise<T>, otherwise: T): Promise<T> => reading.catch(() => otherwise);
  const [cash, taken] = await Promise.all([
    or(
      get<readonly Cash[]>(`${at}/ascollectdetaileds/cashInHand`, { technicianId }, quiet).then(
        (rows) => rows[0] ?? null,
      ),
      before?.cash ?? null,
    ),
    or(pageOf<TakenAmount>('ascollectdetaileds', { technicianId, transmitStatus: 'none' }), before?.taken ?? []),
  ]);
  return { cash, taken };
}

/** Delete the stored days of other people from this phone, because they contain personal data. */
async function forgetOthers(owner: string): Promise<void> {
  for (const name of await namesBelow(PLACE))
    if (name !== PLACE + owner && !name.startsWith(`${PLACE}${owner}/`)) await deleteOffline(name);
}

// Logging out deletes the day from the phone. Unsent steps stay until the same person logs in again.
useSession.subscribe(({ session }) => {
  if (!session) {
    useStoredDay.setState({ stored: null, ready: false });
    void forgetOthers('-');
  }
});

let reading: Promise<void> | null = null;

async function read(): Promise<void> {
  const owner = ownerNow();
  if (!owner || !navigator.onLine) return;
  useStoredDay.setState({ reading: true });
  try {
    const readMs = Date.now();
    const own = await askCall(readOwnDay, {}, quiet);
    noteContact();
    const before = useStoredDay.getState().stored;
    const beside = own.technician ? await readBeside(own.technician.id, before) : { cash: null, taken: [] };
    const fresh: StoredDay = { own, bag: own.bag ?? [], ways: own.ways ?? [], ...beside, readMs, readAt: momentNow() };
    if (ownerNow() !== owner) return;
    useStoredDay.setState({ stored: fresh, now: momentNow() });
    await putOffline(PLACE + owner, fresh);
    const unseen = own.visits.filter((visit) => !visit.seenTime).map((visit) => visit.id);
    if (unseen.length) await askCall(markVisitsSeen, { ids: unseen }, quiet).catch(() => undefined);
  } catch (error) {
    // Without an answer the stored day stays, and the banner shows the time of its reading.
    if (error instanceof Refused && error.code === 0) useOutbox.setState({ online: false });
  } finally {
    useStoredDay.setState({ reading: false, ready: true });
  }
}

let after: Promise<void> | null = null;

/** Read the day again. If a read is under way, wait for it and read once more, since it may lack the latest change. */
export function readDay(): Promise<void> {
  if (reading) {
    after ??= reading.then(() => {
      after = null;
      return readDay();
    });
    return after;
  }
  reading = read().finally(() => {
    reading = null;
  });
  return reading;
}

async function recall(): Promise<void> {
  const owner = ownerNow();
  await forgetOthers(owner);
  const found = await getOffline<StoredDay>(PLACE + owner);
  if (found && !useStoredDay.getState().stored) useStoredDay.setState({ stored: found });
  useStoredDay.setState({ ready: found !== undefined || !navigator.onLine });
}

const readSoon = (event: { readonly type: string; readonly paper?: string }): void => {
  if (event.type === 'changed' && (event.paper === 'visit' || event.paper === 'dispatchForm')) void readDay();
};

/** Refresh the day and send queued steps while the page is open. */
export function useDayWork(): void {
  useLive(readSoon);
  useEffect(() => {
    installWorker();
    useStoredDay.setState({ now: momentNow() });
    void recall().then(readDay);
    const close = openOutbox();
    // Read the day only when no step waits: a read in between would show the waiting steps as not done.
    const stop = onStep(() => {
      if (!nextToSend(useOutbox.getState().steps)) void readDay();
    });
    const online = (): void => void readDay();
    addEventListener('online', online);
    const again = setInterval(() => {
      if (document.visibilityState === 'visible') void readDay();
    }, EVERY_MS);
    const tick = setInterval(() => {
      useStoredDay.setState({ now: momentNow() });
      if (!useOutbox.getState().online) void readDay();
    }, SECOND_LOOK_MS);
    return () => {
      close();
      stop();
      removeEventListener('online', online);
      clearInterval(again);
      clearInterval(tick);
    };
  }, []);
}

/** Return the day on this phone: as it was read, with the steps that were taken since. */
export function useDay(): {
  readonly stored: StoredDay | null;
  readonly day: Day | null;
  readonly now: string;
  readonly ready: boolean;
} {
  const { stored: found, now, ready } = useStoredDay();
  const steps = useOutbox((state) => state.steps);
  const day = useMemo(
    () => (found ? dayOfVisits(withSteps(found.own, steps, found.readMs), now.slice(0, 10)) : null),
    [found, steps, now.slice(0, 10)],
  );
  return { stored: found, day, now, ready };
}

const nothing: readonly BagItem[] = [];

/** Return the contents of the van. */
export const useBag = (): readonly BagItem[] => useStoredDay((state) => state.stored?.bag ?? nothing);

/**
 * Return a visit on this phone, even one that the day leaves out, such as a refused one. So its open page does not
 * vanish.
 */
export function useVisit(id: string): Visit | undefined {
  const { stored: found } = useStoredDay();
  const steps = useOutbox((state) => state.steps);
  return useMemo(
    () => (found ? withSteps(found.own, steps, found.readMs).visits.find((visit) => visit.id === id) : undefined),
    [found, steps, id],
  );
}

export type View = 'today' | 'visit' | 'finish' | 'queue' | 'bag' | 'cash' | 'me' | 'slip';

/** Return the open tab or visit. It is in the address, so that the phone's back key works. */
export function usePlace(): {
  readonly view: View;
  readonly id: string;
  readonly go: (view: View, id?: string) => void;
  readonly back: () => void;
} {
  const [search, setSearch] = useSearchParams();
  const [place] = useState(() => ({ depth: 0 }));
  const go = (view: View, id = ''): void => {
    place.depth += 1;
    setSearch(view === 'today' ? {} : { view, ...(id && { id }) });
  };
  return {
    view: (search.get('view') ?? 'today') as View,
    id: search.get('id') ?? '',
    go,
    back: () => {
      if (place.depth > 0 && history.length > 1) {
        place.depth -= 1;
        history.back();
      } else setSearch({});
    },
  };
}
