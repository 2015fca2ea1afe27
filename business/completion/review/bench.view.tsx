import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, TriangleAlert } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import type { Label } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { type NamedAction, rowActions, useActing } from '#kernel/web/actions/actions.tsx';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { useKeys } from '#kernel/web/shortcuts/keys.ts';
import { iconOf } from '#kernel/web/menus/icons.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { grouped } from '#kernel/web/i18n/plural.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { completion } from '../completion/completion.paper.ts';
import {
  type ReviewCase,
  type ReviewQueue,
  type ReviewReason,
  type WaitingReview,
  type completionsToCheck,
  type visitsToConfirm,
  lookAtVisit,
} from './review.calls.ts';
import { Figures, ReviewWork } from './review-case.view.tsx';
import './look.css';

/** Settings of a page on which rows of one paper are checked one after another. */
export interface BenchOf {
  readonly of: AnyPaper;
  readonly title: Label;
  readonly call: typeof visitsToConfirm | typeof completionsToCheck;
  readonly empty: Label;
  /**
   * Verbs of the reviewer's decision in the order of their buttons. The first is the primary one with key A, the second
   * has key R.
   */
  readonly verdicts: readonly string[];
  /** Codes of reasons that this page does not show. */
  readonly silent?: readonly string[];
  /**
   * Code of a reason to doubt. A row with that reason cannot get the first verdict, and its button shows the reason.
   */
  readonly stops?: string;
}

const KEYS = ['a', 'r', 'x'];

function Line({ one, current, onOpen }: { one: WaitingReview; current: boolean; onOpen: () => void }): ReactElement {
  const t = useT();
  const codes = [...new Map(one.reasons.map((reason) => [reason.code, reason])).values()];
  return (
    <li>
      <button type="button" className="bench-line" aria-current={current} onClick={onOpen}>
        <span>
          <b>{one.who || String(one.row._names?.technicianId ?? '')}</b>
          <time className="quiet">{one.since && shortMoment(one.since)}</time>
        </span>
        <span className="bench-what">{one.what}</span>
        {codes.length > 0 && (
          <span className="bench-doubts" data-grave={codes.some((reason) => reason.grave)}>
            <TriangleAlert size={13} aria-hidden />
            {codes.map((reason) => t(reason.label)).join(t(['、', ', ']))}
          </span>
        )}
      </button>
    </li>
  );
}

function Verdicts({
  bench,
  one,
  seen,
  reasons,
  run,
}: {
  bench: BenchOf;
  one: WaitingReview;
  /** All data of the open row is loaded; only then may the reviewer decide. */ seen: boolean;
  reasons: readonly ReviewReason[];
  run: (named: NamedAction) => void;
}): ReactElement {
  const t = useT();
  const open = rowActions(bench.of, one.row)
    .filter(([name]) => bench.verdicts.includes(name))
    .toSorted(([a], [b]) => bench.verdicts.indexOf(a) - bench.verdicts.indexOf(b));
  const stop = reasons.find((reason) => reason.code === bench.stops);
  if (open.length === 0) return <p className="quiet">{t(['您可以查看，不能判定', 'You may look, not decide'])}</p>;
  return (
    <>
      {open.map((named) => {
        const at = bench.verdicts.indexOf(named[0]);
        const Icon = iconOf(named[1].icon);
        const why = at === 0 && stop ? `${t(stop.label)}${t(['：', ': '])}${t(stop.detail)}` : undefined;
        return (
          <button
            key={named[0]}
            type="button"
            className={`button${at === 0 ? ' strong' : ''}${named[1].danger ? ' danger' : ''}`}
            disabled={why !== undefined || !seen}
            title={why}
            onClick={() => run(named)}
          >
            <Icon size={15} aria-hidden />
            {t(named[1].label)} <kbd>{KEYS[at].toUpperCase()}</kbd>
          </button>
        );
      })}
      {stop && <span className="bench-stop">{t(stop.label)}</span>}
    </>
  );
}

interface Sitting {
  readonly queue: ReviewQueue | undefined;
  readonly one: WaitingReview | undefined;
  readonly look: ReviewCase | undefined;
  readonly error: Error | null;
  readonly reasons: readonly ReviewReason[];
  readonly go: (step: number) => void;
  readonly open: (id: string) => void;
  readonly close: () => void;
  readonly chosen: boolean;
}

/** State of the page: the queue, and the open row with its data and reasons to doubt it. */
function useSitting(bench: BenchOf): Sitting {
  const language = useLanguage();
  const [id, open] = useState('');
  const { data: queue, error } = useQuery({
    queryKey: ['list', bench.of.name, 'bench', language],
    queryFn: ({ signal }): Promise<ReviewQueue> => askCall(bench.call, {}, { signal }),
  });
  const waiting = queue?.waiting ?? [];
  const at = Math.max(
    0,
    waiting.findIndex((row) => row.row.id === id),
  );
  const one = waiting[at];
  const { data: look } = useQuery({
    queryKey: ['row', bench.of.name, 'look', one?.visitId, language],
    enabled: one !== undefined,
    queryFn: ({ signal }) => askCall(lookAtVisit, { visitId: one.visitId }, { signal }),
  });
  const reasons = (look?.reasons ?? []).filter((reason) => !bench.silent?.includes(reason.code));
  const go = (step: number): void => {
    const next = waiting[at + step];
    if (next) open(next.row.id);
  };
  return {
    queue,
    one,
    look: look?.visit.id === one?.visitId ? look : undefined,
    error,
    reasons,
    go,
    open,
    close: () => open(''),
    chosen: id !== '',
  };
}

function Head({ one, look }: { one: WaitingReview; look: ReviewCase }): ReactElement {
  const t = useT();
  const { order, completion: done } = look;
  return (
    <header className="bench-case-head">
      <h2>{one.who}</h2>
      <span className="mono">{String(done?.completionNo ?? look.visit.taskNo)}</span>
      <span className="quiet">{String(look.visit._names?.technicianId ?? '')}</span>
      <span className="quiet bench-address">{String(order?.address ?? '')}</span>
      <span className="spring" />
      {done && <Link to={`/maintenance/ascompletionregistration?id=${done.id}`}>{t(completion.title)}</Link>}
      <Link to={`/maintenance/dispatchlist?id=${look.visit.id}`}>{t(visit.title)}</Link>
      {order && <Link to={`/maintenance/chain/${order.id}`}>{t(['一单到底', 'Case history'])}</Link>}
    </header>
  );
}

/** The page: queue at the left, the open row in the middle, its figures at the right, the verbs below. */
export function ReviewBench(bench: BenchOf): ReactElement {
  const t = useT();
  const desk = useSitting(bench);
  const { one, look } = desk;
  const acting = useActing(bench.of, () => {
    for (const paper of [visit, completion]) refresh(paper.name);
  });
  const run = (named: NamedAction): void => {
    if (one) acting.run(named, [one.row]);
  };
  const stopped = desk.reasons.some((reason) => reason.code === bench.stops);
  const named = (at: number): NamedAction | undefined =>
    one && rowActions(bench.of, one.row).find(([name]) => name === bench.verdicts[at]);
  useKeys([
    { keys: 'j ArrowDown', label: ['下一条', 'Next'], run: () => desk.go(1) },
    { keys: 'k ArrowUp', label: ['上一条', 'Previous'], run: () => desk.go(-1) },
    ...bench.verdicts.flatMap((_, at) => {
      const verdict = named(at);
      return verdict && look && !(at === 0 && stopped)
        ? [{ keys: KEYS[at], label: verdict[1].label, run: () => run(verdict) }]
        : [];
    }),
  ]);
  const { queue } = desk;
  return (
    <div className="bench" data-chosen={desk.chosen}>
      <aside className="bench-queue">
        <header className="page-head">
          <h1>{t(bench.title)}</h1>
          {queue && <span className="quiet">{grouped(queue.total)}</span>}
        </header>
        {desk.error && (
          <p className="quiet bench-none" role="alert">
            {desk.error.message}
          </p>
        )}
        {queue ? (
          <ul>
            {queue.waiting.map((row) => (
              <Line
                key={row.row.id}
                one={{ ...row, reasons: row.reasons.filter((reason) => !bench.silent?.includes(reason.code)) }}
                current={row === one}
                onOpen={() => desk.open(row.row.id)}
              />
            ))}
          </ul>
        ) : (
          !desk.error && (
            <p className="bench-none">
              <i className="skeleton" style={{ width: 180 }} />
            </p>
          )
        )}
        {queue && queue.total > queue.waiting.length && (
          <p className="quiet bench-none">
            {t([`最早的 ${queue.waiting.length} 条`, `the oldest ${queue.waiting.length}`])}
          </p>
        )}
      </aside>
      {queue && !one && (
        <div className="table-empty">
          <b>{t(bench.empty)}</b>
        </div>
      )}
      {one && (
        <article className="bench-case" aria-busy={!look}>
          <button type="button" className="button plain bench-back" onClick={desk.close}>
            <ArrowLeft size={16} aria-hidden />
            {t(bench.title)}
          </button>
          {look ? (
            <>
              <Head one={one} look={look} />
              <div className="bench-body" tabIndex={0} role="region" aria-label={t(['完工内容', 'What was done'])}>
                <div>
                  <ReviewWork look={look} />
                </div>
                <div>
                  <Figures look={look} reasons={desk.reasons} />
                </div>
              </div>
            </>
          ) : (
            <i className="skeleton" style={{ width: 240, margin: 24 }} />
          )}
          <footer className="bench-foot">
            <Verdicts bench={bench} one={one} seen={look !== undefined} reasons={desk.reasons} run={run} />
            <span className="spring" />
            <span className="quiet only-desk">
              <kbd>J</kbd> <kbd>K</kbd> {t(['下一条、上一条', 'next, previous'])}
            </span>
          </footer>
        </article>
      )}
      {acting.element}
    </div>
  );
}
