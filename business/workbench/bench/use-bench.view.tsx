import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { type LiveEvent, useLive } from '#kernel/web/realtime/live.ts';
import { queryClient } from '#kernel/web/query/client.ts';
import type { BenchRow, OrderedList } from '#business/masterdata/piles/bench.calls.ts';
import type { Pile } from '#business/masterdata/piles/pile.calls.ts';
import { workQuery } from '../work-query.view.tsx';
import { type ShownRows, benchKey, nextKey, withAnswer } from './bench-words.rules.ts';

/** A row that is done shows what happened for ten seconds. */
const DONE_MS = 10_000;
/** Events of other people renew the list at most once in this time. */
const RENEW_MS = 5_000;

/** The result of a verb on a row, and its undo; null: it cannot be undone. */
export interface Done {
  readonly said: Label;
  readonly undo: (() => Promise<unknown>) | null;
}

export interface BenchState {
  readonly list: OrderedList | null;
  readonly piles: readonly Pile[];
  readonly rows: readonly BenchRow[];
  readonly fresh: readonly BenchRow[];
  readonly done: ReadonlyMap<string, Done>;
  readonly open: string | null;
  readonly at: number;
  readonly isFailed: boolean;
  readonly openRow: (key: string, focus?: boolean) => void;
  readonly finish: (row: BenchRow, done: Done) => void;
  readonly revive: (key: string) => void;
  readonly renew: () => void;
  readonly again: () => void;
}

const NOTHING: ShownRows = { rows: [], fresh: [] };

const readAgain = (): void => void queryClient.invalidateQueries({ queryKey: ['counts', 'work'] });

/** Read the list again after events of other people, at most once in five seconds. */
function useRenewal(): void {
  const waits = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(waits.current), []);
  useLive(
    useCallback((event: LiveEvent) => {
      if (event.type !== 'changed' && event.type !== 'reopened') return;
      waits.current ??= setTimeout(() => {
        waits.current = undefined;
        readAgain();
      }, RENEW_MS);
    }, []),
  );
}

export const rowElement = (key: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`.bench-row[data-key="${CSS.escape(key)}"]`);

/** The state of the ordered list: its rows in their places, the open one, and those that are done. */
export function useBench(): BenchState {
  const { data, isError, refetch, dataUpdatedAt } = useQuery(workQuery);
  const list = data?.ordered ?? null;
  const [shown, setShown] = useState<ShownRows | null>(null);
  const [done, setDone] = useState<ReadonlyMap<string, Done>>(new Map());
  const [open, setOpen] = useState<string | null>(null);
  const isReset = useRef(false);
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  useRenewal();

  const doneKeys = new Set(done.keys());
  useEffect(() => {
    if (!list) return;
    const whole = isReset.current;
    isReset.current = false;
    setShown((now) =>
      now === null || whole
        ? { rows: list.rows.filter((row) => whole || !done.has(benchKey(row))), fresh: [] }
        : withAnswer(now.rows, list.rows, list.sections[0].name, doneKeys),
    );
  }, [list]);
  const { rows, fresh } = shown ?? NOTHING;
  const current = rows.some((row) => benchKey(row) === open)
    ? open
    : (rows.find((row) => !done.has(benchKey(row))) ?? null);
  const openKey = typeof current === 'string' ? current : current && benchKey(current);

  const openRow = (key: string, focus = false): void => {
    setOpen(key);
    if (focus) requestAnimationFrame(() => rowElement(key)?.focus());
  };
  const renew = (): void => {
    if (!list) return;
    setDone(new Map());
    setShown({ rows: list.rows, fresh: [] });
    isReset.current = true;
    readAgain();
  };
  const leave = (key: string): void => {
    timers.current.delete(key);
    setDone((now) => {
      const left = new Map(now);
      left.delete(key);
      return left;
    });
    setShown((now) => now && { ...now, rows: now.rows.filter((row) => benchKey(row) !== key) });
  };
  const finish = (row: BenchRow, what: Done): void => {
    const key = benchKey(row);
    const next = nextKey(rows, key, new Set([...doneKeys, key]));
    setDone((now) => new Map([...now, [key, what]]));
    if (next) openRow(next, true);
    readAgain();
    timers.current.set(
      key,
      setTimeout(() => leave(key), DONE_MS),
    );
  };
  const revive = (key: string): void => {
    clearTimeout(timers.current.get(key));
    setDone((now) => new Map([...now].filter(([one]) => one !== key)));
    openRow(key, true);
    readAgain();
  };
  return {
    list,
    piles: data?.piles ?? [],
    rows,
    fresh,
    done,
    open: openKey,
    at: dataUpdatedAt,
    isFailed: isError && !data,
    openRow,
    finish,
    revive,
    renew,
    again: () => void refetch(),
  };
}
