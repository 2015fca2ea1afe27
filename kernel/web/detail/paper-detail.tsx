import { useQuery } from '@tanstack/react-query';
import { type ReactElement, Suspense, lazy, useEffect, useMemo, useRef, useState } from 'react';
import { useActing } from '../actions/actions.tsx';
import { Refused } from '../http/refused.ts';
import { useLanguage, useT } from '../i18n/words.ts';
import { fetchRow, rowKeyOf } from '../registry/paper-calls.ts';
import { useMay } from '../registry/papers.ts';
import { FilledPlace } from '../registry/places.tsx';
import { useHasForm } from '../registry/use-slots.ts';
import { mayDo, asReadOnly } from '../registry/rows.ts';
import { useKeys } from '../shortcuts/keys.ts';
import { useLeaving } from '../tabs/use-leaving.ts';
import { DetailBar } from './detail-bar.tsx';
import { DetailHead } from './detail-head.tsx';
import type { DetailProps } from './detail-props.ts';
import { useDetailTabs } from './detail-tabs.tsx';
import { countWords } from './use-tab-counts.ts';
import { useBand } from './band/use-band.ts';
import { governedPlace, waitsForJudgement } from '../registry/governed-place.ts';
import { nextOf } from './band/next-action.ts';
import './panel.css';
import './detail.css';

// Loaded on demand, because few papers show the stages of a service case.
const BandStrip = lazy(() => import('./band/band-strip.tsx'));

/** Return the id of the row into which the missing row was merged; null if it was not merged. */
const successorOf = (error: Error): string | null =>
  error instanceof Refused && typeof error.data.mergedInto === 'string' ? error.data.mergedInto : null;

/** The detail of a record, beside its list, which remains usable. */
export function PaperDetail(props: DetailProps): ReactElement {
  const { of, id, rows, onGo } = props;
  const t = useT();
  const language = useLanguage();
  const [wide, setWide] = useState(Boolean(of.lines));
  const [tab, setTab] = useState('info');
  const {
    data: found,
    error,
    isPlaceholderData,
  } = useQuery({
    queryKey: ['row', of.name, id, language],
    queryFn: ({ signal }) => {
      const known = rows.find((one) => one.id === id);
      return fetchRow(of, known ? rowKeyOf(of, known) : id, signal);
    },
    placeholderData: () => rows.find((one) => one.id === id),
  });
  const hasForm = useHasForm(of);
  const row = useMemo(() => (found && !hasForm ? asReadOnly(found) : found), [found, hasForm]);
  const leaving = useLeaving();
  const acting = useActing(of, undefined, props.onEdit);
  const mayAtAll = useMay(of);
  const may = (action: string): boolean => mayAtAll(action) && (hasForm || action !== 'add');
  const tabs = useDetailTabs(of, row);
  const read = useBand(of, row);
  const next = row && nextOf(of, row, read.band);
  const body = useRef<HTMLDivElement>(null);
  const shown = tabs.find((one) => one.key === tab) ?? tabs[0];
  useEffect(() => {
    if (body.current) body.current.scrollTop = 0;
  }, [id, tab]);
  useKeys([
    // A tab opened by its digit key takes the focus, so that Tab continues inside the detail and not in the list.
    ...tabs.slice(0, 5).map((one, at) => ({
      keys: String(at + 1),
      label: one.label,
      run: () => {
        if (one.key !== shown?.key) leaving(() => setTab(one.key));
        body.current?.focus({ preventScroll: true });
      },
    })),
    // Only the primary action has a shortcut. An action that cancels something never has one.
    ...(row && next ? [{ keys: 'a', label: next[1].label, run: () => acting.run(next, [row]) }] : []),
    ...(row && hasForm && mayDo(row, 'edit')
      ? [{ keys: 'e', label: ['编辑', 'Edit'] as const, run: () => leaving(() => props.onEdit(row)) }]
      : []),
  ]);
  return (
    <aside
      className={`panel detail${wide ? ' wide' : ''}`}
      aria-label={t([`${of.title[0]}详情`, `${of.title[1]} detail`])}
    >
      <DetailBar
        props={props}
        row={row}
        at={rows.findIndex((one) => one.id === id)}
        wide={wide}
        onWide={() => setWide(!wide)}
      />
      {error && !row ? (
        <div className="table-empty" role="alert">
          <b>{t(['没有读到这条数据', 'This row could not be read'])}</b>
          <span>{error.message}</span>
          {successorOf(error) && (
            <button type="button" className="button strong" onClick={() => onGo(successorOf(error))}>
              {t(['打开', 'Open'])}
            </button>
          )}
          <button type="button" className="button" onClick={() => onGo(null)}>
            {t(['关闭', 'Close'])}
          </button>
        </div>
      ) : null}
      {row && (
        <>
          <DetailHead
            of={of}
            row={row}
            acting={acting}
            props={{ ...props, onEdit: (edited) => leaving(() => props.onEdit(edited)) }}
            may={may}
            next={next}
            clock={read.band?.clock}
          />
          {waitsForJudgement(of, row) && <FilledPlace of={governedPlace} given={{ of, row }} />}
          {read.isExpected && (
            <Suspense fallback={<div className="band-room" />}>
              <BandStrip read={read} id={row.id} plain={next !== undefined} />
            </Suspense>
          )}
          <div className="chips detail-tabs" role="tablist">
            {tabs.map((one) => (
              <button
                key={one.key}
                type="button"
                role="tab"
                aria-selected={one.key === shown?.key}
                onClick={() => {
                  if (one.key !== shown?.key) leaving(() => setTab(one.key));
                }}
              >
                {t(one.label)}
                {'count' in one && <small>{one.count ? countWords(one.count) : ''}</small>}
              </button>
            ))}
          </div>
          <div
            className="panel-body"
            ref={body}
            tabIndex={0}
            role="tabpanel"
            aria-label={shown && t(shown.label)}
            aria-busy={isPlaceholderData}
          >
            <Suspense fallback={null}>{shown?.content}</Suspense>
          </div>
          <footer className="panel-foot detail-foot">
            <kbd>J</kbd> <kbd>K</kbd> {t(['下一条、上一条', 'next, previous'])} <kbd>1</kbd>–<kbd>{tabs.length}</kbd>{' '}
            {t(['换页签', 'tabs'])} <kbd>Esc</kbd> {t(['关闭', 'close'])}
          </footer>
        </>
      )}
      {acting.element}
    </aside>
  );
}
