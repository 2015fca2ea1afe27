import { type ReactElement, Suspense, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { Label } from '#kernel/language/label.ts';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { withControls } from '#kernel/web/theme/with-controls.tsx';
import type { BenchRow, BenchVerb } from '#business/masterdata/piles/bench.calls.ts';
import { waitWords } from '../wait-words.rules.ts';
import { benchKey } from './bench-words.rules.ts';
import type { Done } from './use-bench.view.tsx';
import type { Verbs } from './use-verb.view.tsx';
import { useRowSwipe } from './use-row-swipe.view.tsx';

const BenchQuestion = withControls(() => import('./bench-question.view.tsx').then((module) => module.BenchQuestion));

interface RowProps {
  readonly row: BenchRow;
  /** Number of the key that opens it, 1 to 9; null beyond. */ readonly digit: number | null;
  readonly now: string;
  readonly isOpen: boolean;
  readonly done: Done | undefined;
  readonly verbs: Verbs;
  readonly onOpen: () => void;
  readonly onUndo: () => void;
}

/** Return the time of a row in words: how long it has waited, or how long until it is due. */
function timeOf({ when, due, note }: BenchRow, now: string): Label {
  if (note) return note;
  if (!due) return ['', ''];
  return waitWords(when, { when: due }, now) ?? [shortMoment(due, 'zh'), shortMoment(due, 'en')];
}

/** A verb as a link at the end of a row, or as a button of the open one. */
function Verb({
  row,
  verb,
  verbs,
  look,
  letter,
}: {
  row: BenchRow;
  verb: BenchVerb;
  verbs: Verbs;
  look: 'link' | 'button' | 'strong';
  letter?: string;
}): ReactElement {
  const t = useT();
  const key = letter && <kbd>{letter}</kbd>;
  const named = look === 'link' ? 'bench-verb' : look === 'strong' ? 'button strong' : 'button';
  if (verb.refused)
    return (
      <span className={look === 'link' ? 'bench-verb quiet' : 'button'} aria-disabled title={t(verb.refused)}>
        {look === 'link' ? t(verb.refused) : t(verb.label)}
      </span>
    );
  if (verb.to)
    return (
      <Link className={named} to={verb.to}>
        {t(verb.label)} {key}
      </Link>
    );
  return (
    <button type="button" className={named} onClick={() => verbs.run(row, verb)}>
      {t(verb.label)}
      {verb.many > 1 || !row.asks ? '' : '…'} {key}
    </button>
  );
}

function Evidence({ row, verbs }: { row: BenchRow; verbs: Verbs }): ReactElement {
  const [first, ...others] = row.verbs;
  if (verbs.question)
    return (
      <Suspense fallback={<p aria-busy="true" />}>
        <BenchQuestion of={verbs.question} answer={verbs.answer} cancel={verbs.cancel} />
      </Suspense>
    );
  return (
    <div className="bench-evidence">
      <div>
        {row.evidence
          .slice(0, 2)
          .map((line, at) => (at === 0 ? <b key={line}>{line}</b> : <span key={line}>{line}</span>))}
      </div>
      <span className="bench-verbs">
        {others
          .slice(0, 2)
          .toReversed()
          .map((verb) => (
            <Verb key={verb.label[1]} row={row} verb={verb} verbs={verbs} look="button" letter={verb.key} />
          ))}
        <Verb row={row} verb={first} verbs={verbs} look="strong" letter={first.key || 'Enter'} />
      </span>
    </div>
  );
}

/** A row of the ordered list: one line, or with its evidence and verbs if it is open. */
export function BenchRowLine({ row, digit, now, isOpen, done, verbs, onOpen, onUndo }: RowProps): ReactElement {
  const t = useT();
  const place = useRef<HTMLLIElement>(null);
  const swipe = useRowSwipe(() => verbs.run(row, row.verbs[0]), onOpen);
  useEffect(() => {
    if (isOpen) place.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  return (
    <li
      ref={place}
      className="bench-row"
      data-key={benchKey(row)}
      data-open={isOpen && !done}
      data-done={done !== undefined}
      tabIndex={-1}
      {...swipe}
    >
      <div className="bench-line">
        <kbd className="bench-digit">{digit ?? ''}</kbd>
        <i className="bench-mark" data-tone={row.tone} aria-hidden />
        <button type="button" className="bench-open" aria-expanded={isOpen} onClick={onOpen}>
          <span className="bench-kind">{t(row.kind)}</span>
          <span className="bench-who">
            <b>{row.who}</b> <span>{done ? t(done.said) : row.fact}</span>
          </span>
          <time data-late={row.late} data-tone={row.tone}>
            {t(timeOf(row, now))}
          </time>
        </button>
        <span className="bench-end">
          {done ? (
            done.undo && (
              <button type="button" className="bench-verb" onClick={onUndo}>
                {t(['撤销', 'Undo'])} <kbd>U</kbd>
              </button>
            )
          ) : isOpen ? null : (
            <Verb row={row} verb={row.verbs[0]} verbs={verbs} look="link" />
          )}
        </span>
      </div>
      {isOpen && !done && <Evidence row={row} verbs={verbs} />}
    </li>
  );
}
