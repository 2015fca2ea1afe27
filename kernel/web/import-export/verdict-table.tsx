import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import type { Label } from '#kernel/language/label.ts';
import type { Field } from '#kernel/language/field.ts';
import { must } from '#kernel/language/must.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { useKeys } from '../shortcuts/keys.ts';
import { useT } from '../i18n/words.ts';
import { grouped } from '../i18n/plural.ts';
import '../list/list.css';
import '../list/filters/filters.css';
import '../list/pager.css';
import '../list/rows/child-rows.css';
import '../list/dialogs/dialogs.css';
import '../list/list-narrow.css';
import '../list/list-print.css';
import { CellRepair } from './cell-repair.tsx';
import { scrollWithin } from './scroll-within.ts';
import { type Mending, useMending } from './repairs.ts';
import {
  type UploadedSheet,
  type VerdictKind,
  type VerdictRow,
  fieldNames,
  fetchSheetVerdict,
} from './import-batch.ts';

const SIZE = 50;
/** Height of the sticky head, in pixels. */
const HEAD = 34;
const kinds: Readonly<Record<VerdictKind, { readonly label: Label; readonly tone: string }>> = {
  new: { label: ['新增', 'New'], tone: 'green' },
  update: { label: ['更新', 'Update'], tone: 'blue' },
  unchanged: { label: ['不变', 'Unchanged'], tone: '' },
  refused: { label: ['拒绝', 'Refused'], tone: 'red' },
};

function words(row: VerdictRow, name: string): string {
  const value = row.names?.[name] ?? row.values[name];
  return value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The selected cell, by a click or the key N; `isOpen` while it is being corrected. */
interface At {
  readonly row: number;
  readonly name: string;
  readonly isOpen: boolean;
}

function Cell({
  of,
  batch,
  row,
  name,
  at,
  onAt,
  mending,
}: {
  of: AnyPaper;
  batch: string;
  row: VerdictRow;
  name: string;
  at: At | null;
  onAt: (at: At | null) => void;
  mending: Mending;
}): ReactElement {
  const t = useT();
  const problem = row.problems?.find((one) => one.field === name);
  const changed = row.old && Object.hasOwn(row.old, name);
  const repaired = row.repaired && Object.hasOwn(row.repaired, name);
  const old = changed ? String(row.old?.[name] ?? '') : '';
  const isHere = at?.row === row.row && at.name === name;
  const here = { row: row.row, name };
  const box = useRef<HTMLTableCellElement>(null);
  const isOpen = isHere && at.isOpen;
  const wasOpen = useRef(false);
  // After the correction the cell gets the focus back.
  useEffect(() => {
    if (isHere && wasOpen.current && !isOpen) box.current?.focus({ preventScroll: true });
    wasOpen.current = isOpen;
  }, [isHere, isOpen]);
  const done = async (to: string, others: boolean): Promise<void> => {
    onAt({ ...here, isOpen: false });
    await mending.repair({
      repairs: [{ field: name, to, ...(others ? { from: words(row, name) } : { row: row.row }) }],
    });
  };
  return (
    <td
      ref={box}
      data-bad={Boolean(problem)}
      data-changed={Boolean(changed) && !repaired}
      data-repaired={Boolean(repaired) && !problem}
      data-here={isHere}
      data-place={`${row.row} ${name}`}
      tabIndex={isHere ? 0 : -1}
      onClick={() => !isHere && onAt({ ...here, isOpen: false })}
      onDoubleClick={() => onAt({ ...here, isOpen: true })}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || isOpen) return;
        event.preventDefault();
        onAt({ ...here, isOpen: true });
      }}
    >
      <span className="cell-words">
        {old && <s>{old}</s>} {words(row, name)}
      </span>
      {isOpen && (
        <CellRepair
          of={of}
          batch={batch}
          field={name}
          label={t((of.fields as Record<string, Field>)[name].label)}
          typed={words(row, name)}
          isBad={Boolean(problem)}
          onDone={(to, others) => void done(to, others)}
          onLeave={() => onAt({ ...here, isOpen: false })}
        />
      )}
    </td>
  );
}

/** The cell with the result of a row: why it is refused, or what changes. */
function Reason({ row, mending }: { row: VerdictRow; mending: Mending }): ReactElement {
  const t = useT();
  const n = Object.keys(row.old ?? {}).length;
  const mended = Object.keys(row.repaired ?? {}).length > 0;
  if (row.leftOut)
    return (
      <td className="quiet">
        {t(['不导入', 'Left out'])}{' '}
        <button type="button" className="link" onClick={() => void mending.repair({ takeIn: [row.row] })}>
          {t(['恢复', 'Include'])}
        </button>
      </td>
    );
  if (row.verdict === 'refused')
    return (
      <td className="verdict-bad">
        {row.problems?.map((one) => one.msg).join(t(['；', '; ']))}{' '}
        <button type="button" className="link" onClick={() => void mending.repair({ leaveOut: [row.row] })}>
          {t(['不导这行', 'Leave out'])}
        </button>
      </td>
    );
  const change = row.verdict === 'update' ? t([`改 ${n} 个字段`, `${n} changed`]) : '';
  return (
    <td className={mended ? 'verdict-mended' : 'quiet'}>
      {mended ? t(['已改，重新校验通过', 'Repaired, checked again']) : change}
    </td>
  );
}

/**
 * Return a function that focuses a cell. While rows are checked the table is disabled, so the selected cell gets the
 * focus afterwards.
 */
function useHand(isBusy: boolean): (cell: HTMLElement) => void {
  const isWaiting = useRef(false);
  useEffect(() => {
    if (isBusy || !isWaiting.current) return;
    isWaiting.current = false;
    document.querySelector<HTMLElement>('.verdicts td[data-here=true]')?.focus({ preventScroll: true });
  }, [isBusy]);
  return (cell) => {
    cell.focus({ preventScroll: true });
    isWaiting.current = document.activeElement !== cell;
  };
}

/** The rows of the sheet in order: an invalid cell is red, a changed one shows old and new. */
export function VerdictTable({
  of,
  batch,
  counts,
  reason,
  onReason,
  isBusy,
}: {
  of: AnyPaper;
  batch: UploadedSheet;
  counts: Readonly<Record<VerdictKind, number>>;
  /** Show only rows refused for this reason. */ reason: string;
  onReason: (reason: string) => void;
  /** All rows are being checked again. */ isBusy: boolean;
}): ReactElement {
  const t = useT();
  const mending = useMending(of, batch.batch);
  const [only, setOnly] = useState<VerdictKind | ''>('');
  const [current, setCurrent] = useState(1);
  const [at, setAt] = useState<At | null>(null);
  useEffect(() => setCurrent(1), [reason]);
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['import', batch.batch, 'rows', only, reason, current],
    queryFn: () => fetchSheetVerdict(of, batch.batch, { current, size: SIZE, only, reason, reasons: '0' }),
    placeholderData: keepPreviousData,
    enabled: !isBusy,
    staleTime: 0,
  });
  const all = counts.new + counts.update + counts.unchanged + counts.refused;
  const total = reason ? (data?.total ?? 0) : only ? counts[only] : all;
  const last = Math.max(1, Math.ceil(total / SIZE));
  const names = fieldNames(of, batch.columns);
  const fields = of.fields as Record<string, Field>;
  const choose = (next: VerdictKind | ''): void => {
    setOnly(next);
    setCurrent(1);
    onReason('');
  };
  const takeHand = useHand(isBusy);
  const goTo = (cell: HTMLElement): void => {
    const [row, name] = must(cell.dataset.place, 'place').split(' ');
    setAt({ row: Number(row), name, isOpen: false });
    const box = cell.closest<HTMLElement>('.table-scroll');
    if (box) scrollWithin(box, cell, HEAD);
    takeHand(cell);
  };
  const nextBad = (): void => {
    const bad = [...document.querySelectorAll<HTMLElement>('.verdicts td[data-bad=true]')];
    const here = bad.findIndex((cell) => cell.dataset.here === 'true');
    const next = bad[(here + 1) % Math.max(1, bad.length)];
    if (next) goTo(next);
    else if (counts.refused) choose('refused');
  };
  useKeys([{ keys: 'n', label: ['下一处错误', 'Next mistake'], run: nextBad }]);
  return (
    <div className="verdict-box">
      <div className="chips">
        <div className="chips-in" role="tablist" aria-label={t(['判定', 'Verdict'])}>
          {(['', 'new', 'update', 'unchanged', 'refused'] as const).map((kind) => (
            <button
              key={kind}
              type="button"
              role="tab"
              aria-selected={only === kind && !reason}
              className={kind === 'refused' && counts.refused ? 'worry' : undefined}
              onClick={() => choose(kind)}
            >
              {kind ? t(kinds[kind].label) : t(['全部', 'All'])}
              <small>{grouped(kind ? counts[kind] : all)}</small>
            </button>
          ))}
        </div>
        <span className="spring" />
        <button type="button" className="verdict-next" onClick={nextBad}>
          <kbd>N</kbd> {t(['下一处错误', 'Next mistake'])}
        </button>
      </div>
      <div className="table-scroll" tabIndex={0} role="region" aria-label={t(['每一行的判定', 'Verdict of every row'])}>
        <table className="verdicts" data-dim={isPlaceholderData || isBusy} inert={isBusy}>
          <thead>
            <tr>
              <th>{t(['行', 'Row'])}</th>
              <th>{t(['判定', 'Verdict'])}</th>
              {names.map((name) => (
                <th key={name}>{t(fields[name].label)}</th>
              ))}
              <th>{t(['说明', 'Why'])}</th>
            </tr>
          </thead>
          <tbody>
            {data?.records.map((row) => (
              <tr key={row.row}>
                <td className="quiet">{row.row}</td>
                <td>
                  <span className={`pill ${kinds[row.verdict].tone}`}>{t(kinds[row.verdict].label)}</span>
                </td>
                {names.map((name) => (
                  <Cell
                    key={name}
                    of={of}
                    batch={batch.batch}
                    row={row}
                    name={name}
                    at={at}
                    onAt={setAt}
                    mending={mending}
                  />
                ))}
                <Reason row={row} mending={mending} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <footer className="list-foot">
        <span className="quiet">
          {t([
            '双击或 Enter 改格，只重校改过的行',
            'Double-click or Enter repairs a cell; only its rows are checked again',
          ])}
        </span>
        <span className="spring" />
        <span>{total ? `${(current - 1) * SIZE + 1}–${Math.min(total, current * SIZE)} / ${grouped(total)}` : 0}</span>
        <button
          type="button"
          className="icon-button"
          disabled={current <= 1}
          aria-label={t(['上一页', 'Previous page'])}
          onClick={() => setCurrent(current - 1)}
        >
          <ChevronLeft size={16} aria-hidden />
        </button>
        <button
          type="button"
          className="icon-button"
          disabled={current >= last}
          aria-label={t(['下一页', 'Next page'])}
          onClick={() => setCurrent(current + 1)}
        >
          <ChevronRight size={16} aria-hidden />
        </button>
      </footer>
    </div>
  );
}
