import type { ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { quantityText } from '#business/materials/stores/posting.rules.ts';
import type { ShelfItem } from './shelf.calls.ts';
import {
  countedItems,
  countedText,
  differenceText,
  isRevealed,
  serialsOfItem,
  shelfRow,
  uncounted,
} from './shelf.rules.ts';
import type { ShelfCounting } from './use-shelf.view.tsx';

interface Props {
  readonly counting: ShelfCounting;
  readonly area: string;
}

/** A counted material: its balance and difference are shown once it is no longer at hand. */
function Line({ item, counting: { sheet, state }, area }: Props & { item: ShelfItem }): ReactElement {
  const t = useT();
  const { difference } = shelfRow(sheet, state, item, area);
  const isShown = isRevealed(state, item);
  const tone = difference === 0n ? 'green' : 'red';
  return (
    <tr data-item={item.itemCode} aria-current={state.lineId === item.materialId || undefined}>
      <td className="mono">{item.bin || '—'}</td>
      <td>
        {item.itemName} <span className="mono quiet">{item.itemCode}</span>
        {serialsOfItem(state, item).length > 0 && (
          <span className="scan-serials">
            {serialsOfItem(state, item).map((one) => (
              <span key={one} className="mono">
                {one}
              </span>
            ))}
          </span>
        )}
      </td>
      <td className="end">
        <b className="shelf-qty">{countedText(state, item)}</b> {item.unit}
      </td>
      <td className="end">{isShown ? quantityText(item.book) : <span className="quiet">…</span>}</td>
      <td className="end">
        {isShown ? (
          <span className={`pill ${tone}`}>{differenceText(difference) || t(['一致', 'Equal'])}</span>
        ) : (
          <span className="quiet">{t(['数着', 'Counting'])}</span>
        )}
      </td>
    </tr>
  );
}

/** The counted materials with their differences, the last scanned first. */
export function ShelfLines({ counting, area }: Props): ReactElement {
  const t = useT();
  const { sheet, state } = counting;
  const order = new Map(state.log.toReversed().map((one, at) => [one.lineId, at]));
  const items = countedItems(sheet, state).toSorted(
    (one, other) => (order.get(other.materialId) ?? -1) - (order.get(one.materialId) ?? -1),
  );
  return (
    <div className="scan-lines" tabIndex={0} role="region" aria-label={t(['已数的物料', 'Counted materials'])}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t(['库位', 'Place'])}</th>
            <th scope="col">{t(['物料', 'Material'])}</th>
            <th scope="col" className="end">
              {t(['实盘', 'Counted'])}
            </th>
            <th scope="col" className="end">
              {t(['账面', 'Book'])}
            </th>
            <th scope="col" className="end">
              {t(['差异', 'Difference'])}
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <Line key={item.materialId} item={item} counting={counting} area={area} />
          ))}
        </tbody>
      </table>
      {items.length === 0 && (
        <p className="table-empty">
          <b>{t(['还没有数', 'Nothing is counted yet'])}</b>
        </p>
      )}
    </div>
  );
}

/** Materials of the area that were not scanned. They count as 0 by an explicit press alone. */
export function Uncounted({ counting, area }: Props): ReactElement {
  const t = useT();
  const items = uncounted(counting.sheet, counting.state, area);
  return (
    <section className="shelf-open" aria-label={t(['没扫到的', 'Not scanned'])}>
      <h2>
        {t(['没扫到的', 'Not scanned'])} <span className="quiet">{items.length}</span>
      </h2>
      <ul tabIndex={0} aria-label={t(['没扫到的物料', 'Materials not scanned'])}>
        {items.map((item) => (
          <li key={item.materialId} data-open={item.itemCode}>
            <span className="mono quiet">{item.bin || '—'}</span> {item.itemName}{' '}
            <span className="mono quiet">{item.itemCode}</span>
          </li>
        ))}
      </ul>
      {items.length > 0 && (
        <>
          <p className="quiet">
            {t(['不按就不进草稿，账面不变', 'Without a press they are not in the draft, and the books stay'])}
          </p>
          <button type="button" className="button" disabled={counting.isWaiting} onClick={counting.zero}>
            {t([`没扫到的 ${items.length} 种记 0`, `Count these ${items.length} as 0`])}
          </button>
        </>
      )}
    </section>
  );
}
