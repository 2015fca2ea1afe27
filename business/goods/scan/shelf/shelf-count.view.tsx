import { CloudOff } from 'lucide-react';
import type { ReactElement } from 'react';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { usePhone } from '#kernel/web/list/state/use-phone.ts';
import { useKeys } from '#kernel/web/shortcuts/keys.ts';
import { ScanCamera, ScanField } from '../scan-field.view.tsx';
import { useOnline } from '../use-online.view.tsx';
import { useTones } from '../use-tones.view.tsx';
import { VerdictBand } from '../verdict-band.view.tsx';
import type { ShelfSheet } from './shelf.calls.ts';
import { ShelfLines, Uncounted } from './shelf-lines.view.tsx';
import { countedItems, differing } from './shelf.rules.ts';
import { type Shelf, type ShelfCounting, useShelf } from './use-shelf.view.tsx';

interface Props {
  readonly shelf: Shelf;
  readonly first: ShelfSheet;
  readonly onLeave: () => void;
  readonly onWritten: (made: { readonly id: string; readonly adjustNo: string }) => void;
}

/** The foot: what is counted, and the one press that writes the draft. */
function Foot({
  counting,
  area,
  onWrite,
}: {
  counting: ShelfCounting;
  area: string;
  onWrite: () => void;
}): ReactElement {
  const t = useT();
  const { sheet, state } = counting;
  const n = countedItems(sheet, state).length;
  const unequal = differing(sheet, state, area);
  return (
    <footer className="shelf-foot">
      <span>
        {t([`数了 ${n} 种`, `${n} counted`])}
        <small className={unequal ? 'scan-amber' : 'quiet'}>
          {unequal ? t([`${unequal} 种有差异`, `${unequal} differ`]) : t(['没有差异', 'No difference'])}
        </small>
      </span>
      <span className="spring" />
      <span className="shelf-buttons">
        <button type="button" className="button large" onClick={counting.undo}>
          {t(['撤销', 'Undo'])} <kbd>Esc</kbd>
        </button>
        <button type="button" className="button large" onClick={counting.askQuantity}>
          {t(['改数', 'Quantity'])} <kbd>F7</kbd>
        </button>
        <button type="button" className="button large" onClick={counting.finish}>
          {t(['这种数完', 'Counted'])} <kbd>F8</kbd>
        </button>
        {counting.isOutdated ? (
          <button type="button" className="button strong large" onClick={counting.readAgain}>
            {t(['重读账面', 'Read the books again'])}
          </button>
        ) : (
          <button
            type="button"
            className="button strong large"
            disabled={n === 0 || counting.isWaiting || counting.isBusy}
            onClick={onWrite}
          >
            {t([`写盘点草稿 ${n} 行`, `Draft of ${n}`])} <kbd>F9</kbd>
          </button>
        )}
      </span>
    </footer>
  );
}

/** One shelf under the scanner: what was counted, its differences, and what was not scanned. */
export function ShelfCount({ shelf, first, onLeave, onWritten }: Props): ReactElement {
  const t = useT();
  const isPhone = usePhone();
  const isOnline = useOnline();
  const tones = useTones();
  const counting = useShelf(shelf, first, { play: tones.play, onWritten });
  const { area } = shelf;
  const where = area || t(['全仓', 'whole warehouse']);
  const write = (): void => {
    if (countedItems(counting.sheet, counting.state).length)
      counting.write(t([`扫码盘点：${where}`, `Count by scanning: ${where}`]));
  };
  const typing = true;
  useKeys([
    { keys: 'Escape', label: ['撤销上一扫', 'Undo the last scan'], typing, run: counting.undo },
    { keys: 'F7', label: ['改这次的数', 'Quantity of the last scan'], typing, run: counting.askQuantity },
    { keys: 'F8', label: ['这种数完，看差异', 'End this material'], typing, run: counting.finish },
    { keys: 'F9', label: ['写盘点草稿', 'Write the draft'], typing, run: write },
  ]);
  const label = counting.isTyping
    ? t(['这次的数量，Enter 确定', 'Quantity of this scan, then Enter'])
    : t(['扫物料、序列号、整箱码、货位', 'Scan a material, serial number, box or place']);
  return (
    <div className="shelf-page">
      <header className="page-head scan-head">
        <h1>
          {t(['扫码盘点', 'Count'])} {counting.sheet.storeName}
        </h1>
        <span className="pill blue">{where}</span>
        <span className="quiet">
          {t([`账面读于 ${shortMoment(counting.sheet.at, 'zh')}`, `books of ${shortMoment(counting.sheet.at, 'en')}`])}
        </span>
        <span className="spring" />
        {!isOnline && (
          <span className="pill amber" role="status">
            <CloudOff size={14} aria-hidden /> {t(['没有网络，数量存在本机', 'No network: counts stay on this device'])}
          </span>
        )}
        {tones.element}
        <button type="button" className="button plain" onClick={onLeave}>
          {t(['换仓库', 'Other warehouse'])}
        </button>
      </header>
      <div className="scan-main">
        <div className="scan-top">
          {isPhone && <ScanCamera onScan={counting.take} label={label} />}
          <ScanField label={label} isFocused={!isPhone || counting.isTyping} onScan={counting.take} />
          <VerdictBand verdict={counting.verdict} />
        </div>
        <ShelfLines counting={counting} area={area} />
      </div>
      <aside className="shelf-side">
        <Uncounted counting={counting} area={area} />
      </aside>
      <Foot counting={counting} area={area} onWrite={write} />
    </div>
  );
}
