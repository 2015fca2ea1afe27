import type { ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { type Binding, useKeys } from '#kernel/web/shortcuts/keys.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import type { BenchRow } from '#business/masterdata/piles/bench.calls.ts';
import { useNavigate } from 'react-router';
import { useMinute } from '../use-minute.view.tsx';
import { benchKey } from './bench-words.rules.ts';
import { BenchRowLine } from './bench-row.view.tsx';
import type { BenchState } from './use-bench.view.tsx';
import { useVerbs } from './use-verb.view.tsx';

const DIGITS = 9;

/** Take an act back. A refusal is shown, and the row stays done. */
async function takeBack(bench: BenchState, key: string): Promise<void> {
  try {
    await bench.done.get(key)?.undo?.();
    bench.revive(key);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    toast.bad(error.message);
  }
}

/** Return the keys of the list: rows by arrows and digits, verbs of the open row by its letters. */
function bindingsOf(
  bench: BenchState,
  run: (row: BenchRow, at: number) => void,
  openRecord: (row: BenchRow) => void,
): Binding[] {
  const { rows, open } = bench;
  const at = rows.findIndex((row) => benchKey(row) === open);
  const row = at < 0 ? undefined : rows[at];
  const isDone = row !== undefined && bench.done.has(benchKey(row));
  const move = (to: number): void => {
    const next = rows[Math.max(0, Math.min(rows.length - 1, to))];
    if (next) bench.openRow(benchKey(next), true);
  };
  const lastUndo = [...bench.done].findLast(([, { undo }]) => undo !== null);
  return [
    { keys: 'ArrowDown', label: ['下一行', 'Next row'], silent: true, run: () => move(at + 1) },
    { keys: 'ArrowUp', label: ['上一行', 'Previous row'], silent: true, run: () => move(at - 1) },
    ...rows.slice(0, DIGITS).map((one, index) => ({
      keys: String(index + 1),
      label: ['到那一件', 'To that row'] as const,
      silent: true,
      run: () => bench.openRow(benchKey(one), true),
    })),
    { keys: 'n', label: ['放进新的', 'Take new rows in'], run: bench.renew },
    ...(lastUndo
      ? [{ keys: 'u', label: ['撤销', 'Undo'] as const, run: () => void takeBack(bench, lastUndo[0]) }]
      : []),
    ...(row && !isDone
      ? [
          { keys: 'Enter', label: row.verbs[0].label, run: () => run(row, 0) },
          ...row.verbs.flatMap((verb, index) =>
            verb.key && verb.key !== 'D'
              ? [{ keys: verb.key.toLowerCase(), label: verb.label, run: () => run(row, index) }]
              : [],
          ),
          { keys: 'd', label: ['打开', 'Open'] as const, run: () => openRecord(row) },
        ]
      : []),
  ];
}

function Waiting(): ReactElement {
  return (
    <>
      {[0, 1, 2, 3, 4, 5, 6].map((at) => (
        <li key={at} className="bench-row">
          <div className="bench-line">
            <i className="skeleton" style={{ width: 18 }} />
            <i className="skeleton" style={{ width: 10 }} />
            <i className="skeleton" style={{ width: 320 }} />
          </div>
        </li>
      ))}
    </>
  );
}

function Empty(): ReactElement {
  const t = useT();
  return <p className="bench-empty">{t(['暂无待办', 'Nothing to do'])}</p>;
}

/** The ordered list over all piles: sections with the reason why now, one open row. */
export function BenchList({ bench, isAway }: { bench: BenchState; isAway: boolean }): ReactElement {
  const t = useT();
  const go = useNavigate();
  const now = useMinute();
  const verbs = useVerbs(bench, isAway);
  const { list, rows, fresh, done } = bench;
  useKeys(
    bindingsOf(
      bench,
      (row, at) => verbs.run(row, row.verbs[at]),
      (row) => void go(row.verbs.find(({ key, to }) => key === 'D' && to)?.to ?? row.to),
    ),
    { off: verbs.question !== null },
  );
  const indexOf = new Map(rows.map((row, at) => [benchKey(row), at]));
  return (
    <section className="bench-list" aria-busy={!list && !bench.isFailed}>
      <header>
        <h2>{t(['按这个顺序做', 'In this order'])}</h2>
        {list && <b>{list.count}</b>}
        {list && <small className="quiet">{t(list.order)}</small>}
      </header>
      {bench.isFailed && (
        <p className="bench-lost" role="alert">
          {t(['这一列没读到', 'The list was not read'])}{' '}
          <button type="button" className="bench-verb" onClick={bench.again}>
            {t(['再试', 'Try again'])}
          </button>
        </p>
      )}
      <ul className="bench-rows">
        {!list && !bench.isFailed && <Waiting />}
        {list?.sections.map((section) => {
          const own = rows.filter((row) => row.section === section.name);
          const added = fresh.filter((row) => row.section === section.name).length;
          if (own.length === 0 && added === 0 && section.failed.length === 0) return null;
          return (
            <li key={section.name} className="bench-section" data-section={section.name}>
              <h3>
                {t(section.label)} <small>{section.count}</small>
                {added > 0 && (
                  <button type="button" className="pill blue" onClick={bench.renew}>
                    {t([`${added} 条新的`, `${added} new`])} <kbd>N</kbd>
                  </button>
                )}
                {section.failed.map((label) => (
                  <em key={label[1]} role="alert">
                    {t([`${label[0]}没读到`, `${label[1]} not read`])}{' '}
                    <button type="button" className="bench-verb" onClick={bench.again}>
                      {t(['再试', 'Try again'])}
                    </button>
                  </em>
                ))}
                <span className="spring" />
                <small className="quiet">{t(section.order)}</small>
              </h3>
              <ul>
                {own.map((row) => {
                  const key = benchKey(row);
                  const at = indexOf.get(key) ?? 0;
                  return (
                    <BenchRowLine
                      key={key}
                      row={row}
                      digit={at < DIGITS ? at + 1 : null}
                      now={now}
                      isOpen={bench.open === key}
                      done={done.get(key)}
                      verbs={bench.open === key ? verbs : { ...verbs, question: null }}
                      onOpen={() => bench.openRow(key)}
                      onUndo={() => void takeBack(bench, key)}
                    />
                  );
                })}
              </ul>
            </li>
          );
        })}
      </ul>
      {list && rows.length === 0 && fresh.length === 0 && <Empty />}
      <footer>
        <kbd>↑↓</kbd> {t(['移动', 'move'])} <kbd>1–9</kbd> {t(['到那一件', 'go to'])} <kbd>Enter</kbd>{' '}
        {t(['做右边那一步', 'do its verb'])} <kbd>D</kbd> {t(['打开', 'open'])} <kbd>?</kbd>{' '}
        {t(['全部快捷键', 'all keys'])}
      </footer>
    </section>
  );
}
