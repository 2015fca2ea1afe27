import { type ReactElement, useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { menuOf } from '#kernel/language/paper.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { getOffline, putOffline } from '#kernel/web/http/offline/database.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { useTabTitle } from '#kernel/web/tabs/tabs.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { stockAdjustment } from '#business/materials/adjustments/stock-adjustment.paper.ts';
import { hasScanDraft } from '../scan-draft.view.tsx';
import { ChooseShelf } from './choose-shelf.view.tsx';
import { type ShelfSheet, shelfSheet } from './shelf.calls.ts';
import { ShelfCount } from './shelf-count.view.tsx';
import { type Shelf, shelfDraftId, sheetPlace } from './use-shelf.view.tsx';
import '../scan.css';
import './shelf.css';

/** Return the books of a shelf: those on this device while it has counts of them, else those of the server. */
async function booksOf(shelf: Shelf): Promise<ShelfSheet> {
  const place = sheetPlace(shelf);
  const stored = hasScanDraft(shelfDraftId(shelf)) ? await getOffline<ShelfSheet>(place) : undefined;
  if (stored) return stored;
  const { warehouseId, materialStatus } = shelf;
  const sheet = await askCall(shelfSheet, { warehouseId, materialStatus }, { quiet: true });
  await putOffline(place, sheet);
  return sheet;
}

/** One shelf under the scanner, once its books are on this device. */
function OpenShelf({ shelf, onLeave }: { shelf: Shelf; onLeave: () => void }): ReactElement {
  const t = useT();
  const navigate = useNavigate();
  const [sheet, setSheet] = useState<ShelfSheet | null>(null);
  const [error, setError] = useState('');
  useEffect(() => {
    booksOf(shelf).then(setSheet, (problem: unknown) =>
      setError(problem instanceof Error ? problem.message : String(problem)),
    );
  }, []);
  if (sheet)
    return (
      <ShelfCount
        shelf={shelf}
        first={sheet}
        onLeave={onLeave}
        onWritten={({ id, adjustNo }) => {
          toast.good(
            t([`已写盘点草稿 ${adjustNo}，库存没有动`, `Draft ${adjustNo} is written; the stock did not move`]),
            {
              label: t(['看草稿', 'See the draft']),
              run: () => void navigate(`${menuOf(stockAdjustment).path}?id=${id}`),
            },
          );
          onLeave();
        }}
      />
    );
  return error ? (
    <div className="table-empty" role="alert">
      <b>{t(['没有读到账面', 'The books could not be read'])}</b>
      <span>{error}</span>
      <button type="button" className="button" onClick={onLeave}>
        {t(['选别的仓库', 'Choose another warehouse'])}
      </button>
    </div>
  ) : (
    <div className="page-wait" aria-busy="true" />
  );
}

const CONDITIONS = ['good', 'used', 'defective', 'scrap'] as const;

/**
 * Count a store by a scanner. The address names the store, the condition and the area, so that a reload goes on with
 * the counts of this device.
 */
export default function ShelfScreen(): ReactElement {
  const t = useT();
  const [search, setSearch] = useSearchParams();
  useTabTitle(t(['扫码盘点', 'Count by scanning']));
  const warehouseId = search.get('store');
  const materialStatus = CONDITIONS.find((one) => one === search.get('condition')) ?? 'good';
  const area = search.get('area') ?? '';
  const open = ({ area: of, ...one }: Shelf): void =>
    setSearch({
      store: one.warehouseId,
      ...(one.materialStatus !== 'good' && { condition: one.materialStatus }),
      ...(of && { area: of }),
    });
  return warehouseId ? (
    <OpenShelf
      key={`${warehouseId} ${materialStatus}`}
      shelf={{ warehouseId, materialStatus, area }}
      onLeave={() => setSearch({}, { replace: true })}
    />
  ) : (
    <ChooseShelf onOpen={open} />
  );
}
