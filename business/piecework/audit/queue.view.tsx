import { ChoiceBox } from '#kernel/web/pickers/choice-box.tsx';
import { Check, RotateCw, TriangleAlert, Undo2, X } from 'lucide-react';
import { type ReactElement, type Ref, type UIEvent, useEffect, useRef, useState } from 'react';
import { inGroups } from '#kernel/fields/decimal.view.tsx';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { capped, grouped } from '#kernel/web/i18n/plural.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { inconformReason } from '../dictionaries.ts';
import { pieceStatus } from '#business/completion/dictionaries.ts';
import { captionIn, textOf } from './row-text.rules.ts';
import { type Audit, type AuditState, states } from './use-audit.view.tsx';

const marks = { approved: Check, pending: Check, returned: Undo2, cancelled: X } as const;

const NEAR_PX = 400;
const PAUSE_MS = 200;

/** Return a function that writes the flags of a row: the first one, or their number, and whether they are answered. */
export function useFlagWords(): (row: WireRow) => string {
  const t = useT();
  return (row) => {
    const flags = Array.isArray(row.inconformFlags)
      ? (row.inconformFlags as string[])
      : textOf(row, 'inconformFlags').split(',').filter(Boolean);
    if (flags.length === 0) return '';
    const first = inconformReason.items[flags[0] as keyof typeof inconformReason.items] as
      readonly [string, string] | undefined;
    const words =
      flags.length > 1 || !first ? t([`${flags.length} 项`, `${flags.length} flags`]) : t([first[0], first[1]]);
    return row.pieceStatus === 'toAffirm' ? words : t([`${words}，已说明`, `${words}, answered`]);
  };
}

function Item({ row, audit, current }: { row: WireRow; audit: Audit; current: boolean }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const flagWords = useFlagWords()(row);
  const box = useRef<HTMLButtonElement>(null);
  const verdict = audit.judged.get(row.id);
  const Mark = verdict ? marks[verdict as keyof typeof marks] : null;
  useEffect(() => {
    if (current) box.current?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <li>
      <button
        ref={box}
        type="button"
        className="audit-item"
        data-id={row.id}
        aria-current={current || undefined}
        data-judged={verdict}
        onClick={() => audit.open(row.id)}
      >
        <span className="audit-item-head">
          <span className="mono">{textOf(row, 'pieceNo')}</span>
          {Mark && verdict && (
            <em className={verdict === 'returned' ? 'red' : verdict === 'cancelled' ? 'grey' : 'green'}>
              <Mark size={13} aria-hidden />{' '}
              {pieceStatus.items[verdict as keyof typeof pieceStatus.items][language === 'en' ? 1 : 0]}
            </em>
          )}
          <b>{inGroups(textOf(row, 'pieceAmount') || '0.00')}</b>
        </span>
        <span className="audit-item-line">
          {textOf(row, 'customerName')} · {captionIn(row, 'receiptsType')} · {textOf(row, 'finishDate').slice(5)}
        </span>
        <span className="audit-item-line quiet">
          <span>{textOf(row, 'crewNames') || captionIn(row, 'leadTechnicianId') || t(['无技师', 'nobody'])}</span>
          {flagWords && (
            <em className="amber">
              <TriangleAlert size={12} aria-hidden /> {flagWords}
            </em>
          )}
        </span>
      </button>
    </li>
  );
}

/** Short labels of the states, since four tabs share 296 px. */
const shortNames: Readonly<Record<AuditState, string>> = {
  toAffirm: 'Confirm',
  pending: 'Audit',
  returned: 'Returned',
  approved: 'Passed',
};

function Tabs({ audit }: { audit: Audit }): ReactElement {
  const t = useT();
  return (
    <div className="chips audit-tabs" role="tablist" aria-label={t(['状态', 'State'])}>
      {states.map((state) => (
        <button
          key={state}
          type="button"
          role="tab"
          aria-selected={audit.state === state}
          onClick={() => audit.choose(state)}
        >
          {t([pieceStatus.items[state][0], shortNames[state]])}
          <small>{audit.queue && capped(audit.queue.piles.find((one) => one.pieceStatus === state)?.count ?? 0)}</small>
        </button>
      ))}
    </div>
  );
}

/** The pieces of one state, the oldest first. A judged piece stays dimmed in its place until the list is read again. */
export function QueuePane({ audit, box }: { audit: Audit; box: Ref<HTMLInputElement> }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const pile = audit.queue?.piles.find((one) => one.pieceStatus === audit.state);
  const [typed, setTyped] = useState(audit.filter.keyword);
  useEffect(() => {
    if (typed === audit.filter.keyword) return undefined;
    const timer = setTimeout(() => audit.narrow({ keyword: typed }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, audit.filter.keyword]);
  const scrolled = (event: UIEvent<HTMLUListElement>): void => {
    const { scrollHeight, scrollTop, clientHeight } = event.currentTarget;
    if (scrollHeight - scrollTop - clientHeight < NEAR_PX) audit.readMore();
  };
  return (
    <section className="audit-queue" aria-label={t(['计件审核队列', 'Pieces to audit'])}>
      <header>
        <h1>{t(['计件审核', 'Piecework audit'])}</h1>
        <span className="spring" />
        {audit.changes > 0 && (
          <button type="button" className="audit-changes" onClick={audit.readAgain}>
            {t([`${audit.changes} 条有变化`, `${audit.changes} changed`])}
          </button>
        )}
        <button
          type="button"
          className="icon-button"
          title={t(['重新读取 U', 'Read again U'])}
          aria-label={t(['重新读取', 'Read again'])}
          onClick={audit.readAgain}
        >
          <RotateCw size={15} aria-hidden />
        </button>
      </header>
      <Tabs audit={audit} />
      <div className="audit-filter">
        <input
          ref={box}
          className="plain-input"
          type="search"
          placeholder={t(['单号、客户、技师 /', 'Who, number /'])}
          aria-label={t(['查找', 'Find'])}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <ChoiceBox
          label={t(['不符合原因', 'Non-conformity'])}
          value={audit.filter.inconformFlags}
          items={[
            { key: '', label: t(['全部', 'All']) },
            ...Object.entries(inconformReason.items).map(([key, item]) => ({
              key,
              label: item[language === 'en' ? 1 : 0],
            })),
          ]}
          onChange={(inconformFlags) => audit.narrow({ inconformFlags })}
        />
      </div>
      <p className="audit-sums">
        <span>{t(['最早在前', 'Oldest first'])}</span>
        {pile && (
          <>
            <span>
              {t(['应收', 'Due'])} <b>{inGroups(pile.receivable)}</b>
            </span>
            <span>
              {t(['计件', 'Pays'])} <b>{inGroups(pile.amount)}</b>
            </span>
          </>
        )}
      </p>
      <ul className="audit-items" onScroll={scrolled} aria-busy={!audit.rows}>
        {audit.rows?.map((row) => (
          <Item key={row.id} row={row} audit={audit} current={row.id === audit.id} />
        ))}
        {audit.rows?.length === 0 && <li className="audit-none">{t(['这里没有计件单', 'No pieces here'])}</li>}
        {!audit.rows &&
          [0, 1, 2, 3, 4, 5].map((at) => (
            <li key={at} className="audit-item">
              <i className="skeleton" style={{ width: 180 }} />
            </li>
          ))}
      </ul>
      <footer className="quiet">
        <span>
          <kbd>J</kbd> {t(['下一条', 'next'])} <kbd>K</kbd> {t(['上一条', 'previous'])}
        </span>
        {audit.queue && (
          <span>{t([`今天已审 ${grouped(audit.queue.today)}`, `${grouped(audit.queue.today)} passed today`])}</span>
        )}
      </footer>
    </section>
  );
}
