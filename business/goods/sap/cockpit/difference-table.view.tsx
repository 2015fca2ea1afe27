import { ChevronDown, ChevronRight } from 'lucide-react';
import type { ReactElement } from 'react';
import { grouped } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import type { ComparisonResult } from './cockpit.calls.ts';
import { DifferenceRow, Quantities } from './difference-row.view.tsx';
import { byWarehouse, differenceKey, sharedWords, warehouseName } from './shown.rules.ts';
import type { RowCursor, Steps } from './use-cockpit.view.tsx';

interface TableProps {
  readonly found: ComparisonResult;
  readonly hand: RowCursor;
  readonly steps: Steps;
  readonly mayAdopt: boolean;
}

/** Rows that level once they are posted: folded until somebody wants them. */
function Levelled({
  found,
  hand,
  columns,
  hasAmounts,
}: Pick<TableProps, 'found' | 'hand'> & { columns: number; hasAmounts: boolean }): ReactElement {
  const t = useT();
  const Chevron = hand.isLevelledShown ? ChevronDown : ChevronRight;
  return (
    <tbody className="sapc-levelled">
      <tr className="sapc-group">
        <th colSpan={columns} scope="rowgroup">
          <button type="button" aria-expanded={hand.isLevelledShown} onClick={hand.toggleLevelled}>
            <Chevron size={14} aria-hidden />{' '}
            <b>{t([`在途抵平 ${found.figures.levelled}`, `${found.figures.levelled} levelled by rows in flight`])}</b>{' '}
            <span className="quiet">{t(['推上去就平，不用管', 'equal once they are posted: nothing to do'])}</span>
          </button>
        </th>
      </tr>
      {hand.isLevelledShown &&
        found.levelled.map((row) => (
          <tr
            key={differenceKey(row)}
            data-row={differenceKey(row)}
            aria-current={(hand.here && differenceKey(hand.here) === differenceKey(row)) || undefined}
          >
            <td />
            <td className="sapc-item">
              {row.itemName} <span className="mono quiet">{row.itemCode}</span>
            </td>
            <Quantities row={row} hasAmounts={hasAmounts} />
            <td className="sapc-why">
              <span>
                <span className="mono">{row.whsCode}</span> {t(row.sentence)}
              </span>
            </td>
          </tr>
        ))}
    </tbody>
  );
}

/** The differences by warehouse, each with its likely cause and next step. */
export function DifferenceTable({ found, hand, steps, mayAdopt }: TableProps): ReactElement {
  const t = useT();
  const hasAmounts = found.figures.amount !== undefined;
  const columns = hasAmounts ? 8 : 7;
  return (
    <table className="sapc-table">
      <thead>
        <tr>
          <th aria-label={t(['选择', 'Selection'])} />
          <th>{t(['物料', 'Material'])}</th>
          <th className="end">{t(['我方现存', 'Ours'])}</th>
          <th className="end">SAP</th>
          <th className="end">{t(['在途', 'In flight'])}</th>
          <th className="end">{t(['差', 'Difference'])}</th>
          {hasAmounts && <th className="end">{t(['差额 元', 'Value, CNY'])}</th>}
          <th>{t(['猜测为什么', 'Likely cause'])}</th>
        </tr>
      </thead>
      {byWarehouse(found).map(({ warehouse, rows }) => (
        <tbody key={warehouse.whsCode} data-warehouse={warehouse.whsCode}>
          <tr className="sapc-group">
            <th colSpan={columns} scope="rowgroup">
              <b>{t(warehouseName(warehouse))}</b>{' '}
              <span className="quiet">
                {[
                  t(sharedWords(warehouse)),
                  t([`比对 ${grouped(warehouse.compared)} 项`, `${grouped(warehouse.compared)} compared`]),
                ]
                  .filter(Boolean)
                  .join(t(['，', ', ']))}
              </span>
            </th>
          </tr>
          {rows.map((row) => (
            <DifferenceRow key={differenceKey(row)} {...{ row, hand, steps, hasAmounts, mayAdopt }} />
          ))}
        </tbody>
      ))}
      {found.levelled.length > 0 && <Levelled {...{ found, hand, columns, hasAmounts }} />}
    </table>
  );
}
