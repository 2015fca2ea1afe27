import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Lifecycle } from '#kernel/language/lifecycle.ts';
import { type ActionRunner, type NamedAction, useActing } from '#kernel/web/actions/actions.tsx';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { postJson } from '#kernel/web/http/http.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { useChanges } from '#kernel/web/realtime/live.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { type WireRow, mayDo } from '#kernel/web/registry/rows.ts';
import { queryClient } from '#kernel/web/query/client.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { useLanguage } from '#kernel/web/i18n/words.ts';
import { pieceLifecycle } from '../pieces/piece-lifecycle.rules.ts';
import { piece } from '../pieces/piece.paper.ts';
import {
  type CheckedPiece,
  type AuditPhotoClass,
  type AuditQueue,
  auditQueue,
  checkedPiece,
  piecePhotos,
  piecesToAudit,
} from '../pieces/audit/audit.calls.ts';
import { textOf } from './row-text.rules.ts';

/** The states that an auditor works through, in the order of the work. */
export const states = ['toAffirm', 'pending', 'returned', 'approved'] as const;
export type AuditState = (typeof states)[number];

const SIZE = 50;
const AHEAD = 2;

const detailOf = (id: string, language: string) => ({
  queryKey: ['row', 'piece', 'audit', id, language],
  queryFn: ({ signal }: { signal: AbortSignal }) => askCall(checkedPiece, { id }, { signal }),
});
const photosOf = (completionId: string, language: string) => ({
  queryKey: ['list', 'completionAnnex', 'audit', completionId, language],
  queryFn: ({ signal }: { signal: AbortSignal }) => askCall(piecePhotos, { completionId }, { signal }),
});

export interface Filter {
  readonly keyword: string;
  readonly inconformFlags: string;
}

export interface Audit {
  readonly state: AuditState;
  readonly choose: (state: AuditState) => void;
  readonly filter: Filter;
  readonly narrow: (part: Partial<Filter>) => void;
  readonly queue: AuditQueue | undefined;
  readonly rows: readonly WireRow[] | undefined;
  readonly more: boolean;
  readonly readMore: () => void;
  readonly readAgain: () => void;
  /** Number of pieces that other people changed since the queue was read. */ readonly changes: number;
  readonly judged: ReadonlyMap<string, string>;
  readonly at: number;
  readonly id: string | null;
  readonly open: (id: string | null) => void;
  readonly move: (by: 1 | -1) => void;
  readonly next: WireRow | undefined;
  readonly checked: CheckedPiece | undefined;
  readonly problem: string;
  readonly photos: readonly AuditPhotoClass[] | undefined;
  readonly nextIsReady: boolean;
  readonly answers: Readonly<Record<string, string>>;
  readonly answer: (flagId: string, words: string) => void;
  /** The action that moves the piece on from its state; undefined if the person may not take it. */
  readonly step: NamedAction | undefined;
  readonly takeStep: () => Promise<void>;
  readonly may: (action: string) => boolean;
  readonly run: (name: string, words?: string) => void;
  readonly acting: ActionRunner;
  readonly busy: boolean;
}

const { actions }: Lifecycle = pieceLifecycle;
const steps: Readonly<Record<AuditState, string>> = {
  toAffirm: 'affirm',
  pending: 'check',
  returned: 'submit',
  approved: '',
};

/** The state that a piece has after each action; the queue shows it before it is read again. */
const left: Readonly<Record<string, string>> = {
  affirm: 'pending',
  check: 'approved',
  submit: 'pending',
  back: 'returned',
  cancel: 'cancelled',
  revoke: 'pending',
};

/**
 * Read the queue of one state once and cache it, so that rows do not move under the cursor. Judged pieces remain until
 * the next read.
 */
function useQueue(state: AuditState, filter: Filter) {
  const language = useLanguage();
  const [round, setRound] = useState(0);
  const query = useInfiniteQuery({
    queryKey: ['audit', 'queue', state, filter, round, language],
    staleTime: Infinity,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      askCall(
        piecesToAudit,
        { filters: { ...filter, pieceStatus: state, ascs: 'finishDate' }, current: pageParam, size: SIZE },
        { signal },
      ),
    getNextPageParam: (last) => (last.current < last.pages ? last.current + 1 : undefined),
  });
  const { data: queue } = useQuery({
    queryKey: ['counts', 'piece', 'audit', filter],
    queryFn: ({ signal }) => askCall(auditQueue, { filters: { ...filter } }, { signal }),
  });
  const rows = query.data?.pages.flatMap((page) => page.records);
  return {
    rows,
    queue,
    more: query.hasNextPage,
    readMore: () => {
      if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
    },
    readAgain: () => {
      setRound((now) => now + 1);
      void queryClient.invalidateQueries({ queryKey: ['counts', 'piece'] });
    },
  };
}

/** Read the current piece, its photos, and the next ones in advance. */
function usePiece(id: string | null, ahead: readonly WireRow[]) {
  const language = useLanguage();
  const { data: checked, error } = useQuery({ ...detailOf(id ?? '', language), enabled: id !== null });
  const completionId = textOf(checked?.piece, 'completionId');
  const { data: photos } = useQuery({ ...photosOf(completionId, language), enabled: completionId !== '' });
  const { isSuccess: nextIsReady } = useQuery({
    ...detailOf(ahead[0]?.id ?? '', language),
    enabled: ahead.length > 0 && checked !== undefined,
  });
  const key = ahead.map((row) => row.id).join();
  useEffect(() => {
    for (const row of checked ? ahead : []) {
      void queryClient.prefetchQuery(detailOf(row.id, language));
      void queryClient.prefetchQuery(photosOf(textOf(row, 'completionId'), language));
    }
  }, [key, checked === undefined, language]);
  return { checked, photos, nextIsReady, problem: error && !checked ? error.message : '' };
}

/** State and actions of the audit screen. */
export function useAudit(first: string | null): Audit {
  const may = useMay(piece);
  const [chosen, choose] = useState<AuditState>();
  const [filter, setFilter] = useState<Filter>({ keyword: '', inconformFlags: '' });
  const [opened, setOpened] = useState<string | null>(first);
  const [judged, setJudged] = useState<ReadonlyMap<string, string>>(new Map());
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const [doing, setDoing] = useState('');
  const [changes, seen] = useChanges('piece');
  const state = chosen ?? (may('check') || !may('affirm') ? 'pending' : 'toAffirm');
  const { rows, queue, more, readMore, readAgain } = useQueue(state, filter);
  const id = opened ?? rows?.[0]?.id ?? null;
  const at = rows?.findIndex((row) => row.id === id) ?? -1;
  const waiting = (rows ?? []).slice(at + 1).filter((row) => !judged.has(row.id));
  const { checked, photos, nextIsReady, problem } = usePiece(id, waiting.slice(0, AHEAD));
  const stands = judged.get(id ?? '') ?? textOf(checked?.piece, 'pieceStatus');
  const rights = rows?.[at] ?? checked?.piece;
  const mayNow = (name: string): boolean =>
    id !== null &&
    checked !== undefined &&
    !judged.has(id) &&
    may(name) &&
    (actions[name].from as readonly string[]).includes(stands) &&
    (!rights?._can || mayDo(rights, name));
  useEffect(() => {
    if (waiting.length < AHEAD) readMore();
  }, [waiting.length]);

  const open = (to: string | null): void => {
    setOpened(to);
    setAnswers({});
  };
  const again = (): void => {
    setJudged(new Map());
    seen();
    readAgain();
    open(null);
  };
  const done = (of: string, name: string): void => {
    setJudged((now) => new Map(now).set(of, left[name]));
    for (const queryKey of [
      ['counts', 'piece'],
      ['list', 'piece'],
      ['list', 'pieceLine'],
      ['row', 'piece', 'audit', of],
    ])
      void queryClient.invalidateQueries({ queryKey });
    if (waiting[0] && of === id) open(waiting[0].id);
  };
  const acting = useActing(piece, () => {
    if (id && doing) done(id, doing);
  });
  const run = (name: string, words?: string): void => {
    if (!mayNow(name)) return;
    const action = actions[name];
    setDoing(name);
    const asks =
      words && action.asks?.remark
        ? { ...action.asks, remark: { ...action.asks.remark, initial: words } }
        : action.asks;
    acting.run([name, { ...action, asks }], [{ ...checked!.piece }]);
  };
  const name = steps[stands as AuditState];
  const step: NamedAction | undefined = name && mayNow(name) ? [name, actions[name]] : undefined;
  async function takeStep(): Promise<void> {
    if (!step || busy || !id) return;
    if (step[0] === 'submit') {
      run('submit');
      return;
    }
    setBusy(true);
    try {
      const sent = Object.entries(answers)
        .filter(([, words]) => words.trim())
        .map(([flagId, words]) => ({ flagId, answer: words.trim() }));
      await postJson(String(step[1].call?.path), { ids: id, ...(sent.length && { answers: sent }) }, { quiet: true });
      done(id, step[0]);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      toast.bad(error.message);
    } finally {
      setBusy(false);
    }
  }
  return {
    state,
    choose: (to) => {
      choose(to);
      again();
    },
    filter,
    narrow: (part) => {
      setFilter((now) => ({ ...now, ...part }));
      again();
    },
    queue,
    rows,
    more,
    readMore,
    readAgain: again,
    changes,
    judged,
    at,
    id,
    open,
    move: (by) => {
      const to = rows?.[at + by];
      if (to) open(to.id);
      if (by === 1 && at + by >= (rows?.length ?? 0) - AHEAD) readMore();
    },
    next: waiting[0],
    checked,
    problem,
    photos,
    nextIsReady,
    answers,
    answer: (flagId, words) => setAnswers((now) => ({ ...now, [flagId]: words })),
    step,
    takeStep,
    may: mayNow,
    run,
    acting,
    busy,
  };
}
