import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { useT } from '../i18n/words.ts';
import { counted } from '../i18n/plural.ts';
import { SuggestBox } from '../pickers/suggest-box.tsx';
import type { RefusalReason } from './import-batch.ts';
import { type Mending, type Mistakes, readMistakes } from './repairs.ts';

/** The distinct wrong texts of one reason, each with suggested corrections. One button corrects all of them. */
function SameMistakes({
  mistakes: { field, cells },
  mending,
  isBusy,
}: {
  mistakes: Mistakes;
  mending: Mending;
  isBusy: boolean;
}): ReactElement | null {
  const t = useT();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const meant = (cell: Mistakes['cells'][number]): string =>
    typed[cell.typed] ?? (cell.isSure ? cell.matches[0].text : '');
  const repairs = cells
    .map((cell) => ({ field, from: cell.typed, to: meant(cell).trim(), count: cell.count }))
    .filter((one) => one.to !== '' && one.to !== one.from);
  const rows = repairs.reduce((sum, one) => sum + one.count, 0);
  if (!cells.length) return null;
  return (
    <div className="same-mistakes">
      {cells.map((cell) => (
        <div key={cell.typed}>
          <span>
            {cell.typed || <i className="quiet">{t(['空', 'empty'])}</i>} <small>{cell.count}</small>
          </span>
          <ArrowRight size={12} aria-hidden />
          <SuggestBox
            id={`meant-${field}-${cell.typed}`}
            label={t([`“${cell.typed}”改为`, `“${cell.typed}” becomes`])}
            value={meant(cell)}
            items={cell.matches.map(({ text, hint }) => ({ key: text, label: text, hint }))}
            placeholder={t(['改为', 'becomes'])}
            maxLength={4000}
            onType={(text) => setTyped({ ...typed, [cell.typed]: text })}
            onChoose={(item) => setTyped({ ...typed, [cell.typed]: item.label })}
          />
        </div>
      ))}
      <button
        type="button"
        className="button"
        disabled={!rows || isBusy}
        onClick={() => void mending.repair({ repairs: repairs.map(({ from, to }) => ({ field, from, to })) })}
      >
        {rows
          ? t([`改这 ${rows} 行`, `Repair ${counted(rows, 'row')}`])
          : t(['先选改成什么', 'Choose what they become'])}
      </button>
    </div>
  );
}

/**
 * The reasons of refusals. Choosing one shows only its rows, and below it the wrong texts that can be corrected
 * together.
 */
export function RefusalReasons({
  of,
  batch,
  reasons,
  refused,
  chosen,
  onChoose,
  mending,
  isBusy,
}: {
  of: AnyPaper;
  batch: string;
  reasons: readonly RefusalReason[];
  refused: number;
  chosen: string;
  onChoose: (reason: string) => void;
  mending: Mending;
  isBusy: boolean;
}): ReactElement | null {
  const t = useT();
  const { data } = useQuery({
    queryKey: ['import', batch, 'mistakes', chosen],
    enabled: chosen !== '',
    queryFn: () => readMistakes(of, batch, chosen),
    staleTime: 0,
  });
  if (!reasons.length) return null;
  return (
    <section>
      <h2>
        {t(['拒绝原因', 'Why rows are refused'])} <small>{refused}</small>
      </h2>
      <ul className="refusal-reasons">
        {reasons.map((one) => (
          <li key={one.key}>
            <button
              type="button"
              aria-pressed={one.key === chosen}
              onClick={() => onChoose(one.key === chosen ? '' : one.key)}
            >
              <span>{one.msg}</span>
              <b>{one.count}</b>
            </button>
            {one.key === chosen && data && (
              <SameMistakes key={one.key} mistakes={data} mending={mending} isBusy={isBusy} />
            )}
            {one.key === chosen && one.isTwin && (
              <div className="same-mistakes">
                <button
                  type="button"
                  className="button"
                  disabled={isBusy}
                  onClick={() => void mending.repair({ firstOnly: true })}
                >
                  {t(['每组只导第一行', 'Import only the first of each'])}
                </button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
