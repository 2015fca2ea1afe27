import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import type { Label } from '#kernel/language/label.ts';
import type { Field } from '#kernel/language/field.ts';
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
import {
  type UploadedSheet,
  type VerdictKind,
  type VerdictRow,
  fieldNames,
  fetchSheetVerdict,
} from './import-batch.ts';

const SIZE = 50;
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

function Cell({ row, name }: { row: VerdictRow; name: string }): ReactElement {
  const problem = row.problems?.find((one) => one.field === name);
  const changed = row.old && Object.hasOwn(row.old, name);
  const old = changed ? String(row.old?.[name] ?? '') : '';
  return (
    <td data-bad={Boolean(problem)} data-changed={Boolean(changed)} title={problem?.msg}>
      {old && <s>{old}</s>} {words(row, name)}
    </td>
  );
}

/** The rows of the sheet in their order: the cell at fault is red, a changed one shows old and new. */
export function VerdictTable({
  of,
  batch,
  counts,
}: {
  of: AnyPaper;
  batch: UploadedSheet;
  counts: Readonly<Record<VerdictKind, number>>;
}): ReactElement {
  const t = useT();
  const [only, setOnly] = useState<VerdictKind | ''>('');
  const [current, setCurrent] = useState(1);
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['import', batch.batch, only, current],
    queryFn: () => fetchSheetVerdict(of, batch.batch, { current, size: SIZE, only, reasons: '0' }),
    placeholderData: keepPreviousData,
  });
  const total = only ? counts[only] : counts.new + counts.update + counts.unchanged + counts.refused;
  const last = Math.max(1, Math.ceil(total / SIZE));
  const names = fieldNames(of, batch.columns);
  const fields = of.fields as Record<string, Field>;
  const choose = (next: VerdictKind | ''): void => {
    setOnly(next);
    setCurrent(1);
  };
  const nextBad = (): void => {
    const bad = [...document.querySelectorAll<HTMLElement>('.verdicts td[data-bad=true]')];
    const at = bad.findIndex((cell) => cell.dataset.here === 'true');
    bad[at]?.removeAttribute('data-here');
    const next = bad[(at + 1) % Math.max(1, bad.length)];
    if (next) {
      next.dataset.here = 'true';
      next.scrollIntoView({ block: 'center', inline: 'center' });
    }
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
              aria-selected={only === kind}
              className={kind === 'refused' && counts.refused ? 'worry' : undefined}
              onClick={() => choose(kind)}
            >
              {kind ? t(kinds[kind].label) : t(['全部', 'All'])}
              <small>
                {grouped(kind ? counts[kind] : counts.new + counts.update + counts.unchanged + counts.refused)}
              </small>
            </button>
          ))}
        </div>
        <span className="spring" />
        <button type="button" className="verdict-next" onClick={nextBad}>
          <kbd>N</kbd> {t(['下一处错误', 'Next mistake'])}
        </button>
      </div>
      <div className="table-scroll" tabIndex={0} role="region" aria-label={t(['每一行的判定', 'Verdict of every row'])}>
        <table className="verdicts" data-dim={isPlaceholderData}>
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
                  <Cell key={name} row={row} name={name} />
                ))}
                <td className={row.verdict === 'refused' ? 'verdict-bad' : 'quiet'}>
                  {row.problems?.length
                    ? row.problems.map((one) => one.msg).join(t(['；', '; ']))
                    : row.verdict === 'update'
                      ? t([
                          `改 ${Object.keys(row.old ?? {}).length} 个字段`,
                          `${Object.keys(row.old ?? {}).length} changed`,
                        ])
                      : ''}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <footer className="list-foot">
        <span className="quiet">
          {t(['拒绝的行可以下载，改好后再传一次。', 'Refused rows can be downloaded, corrected and uploaded again.'])}
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
