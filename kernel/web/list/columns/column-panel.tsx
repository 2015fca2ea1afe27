import { GripVertical, RotateCcw, Settings2, X } from 'lucide-react';
import { type KeyboardEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { SegmentedControl } from '../../pickers/choice/segmented-control.tsx';
import { useKeys } from '../../shortcuts/keys.ts';
import type { Column } from '../../table/columns.ts';
import { useT } from '../../i18n/words.ts';
import type { ListScreenState } from '../state/use-list-screen.ts';
import { changeColumn, moveColumn } from './column-wishes.ts';
import './columns.css';

/** Limits of the width of a column in px. */
const [NARROWEST, WIDEST] = [56, 800];
const STEP = 8;

/** Return whether a column has the searched words, in either language. */
const isFound = ({ label }: Column, words: string): boolean =>
  label.some((one) => one.toLowerCase().includes(words.trim().toLowerCase()));

/** Width and pin of a column. */
function More({ screen, column }: { screen: ListScreenState; column: Column }): ReactElement {
  const t = useT();
  const id = useId();
  const wish = screen.settings.columns?.find((one) => one.key === column.key);
  // The first digits of a width may be below its minimum.
  const [typed, type] = useState<string | null>(null);
  return (
    <div className="column-more">
      <SegmentedControl
        label={t([`固定${column.label[0]}`, `Pin ${column.label[1]}`])}
        items={[
          { key: 'start', label: t(['左侧', 'Left']) },
          { key: 'none', label: t(['不固定', 'Not pinned']) },
          { key: 'end', label: t(['右侧', 'Right']) },
        ]}
        value={column.pin ?? 'none'}
        onChange={(pin) => changeColumn(screen, column.key, { pin: pin as 'start' | 'none' | 'end' })}
      />
      <label htmlFor={id}>{t(['宽度', 'Width'])}</label>
      <input
        id={id}
        type="number"
        className="plain-input"
        min={NARROWEST}
        max={WIDEST}
        step={STEP}
        value={typed ?? Math.round(column.width)}
        onBlur={() => type(null)}
        onChange={({ target }) => {
          type(target.value);
          const width = target.valueAsNumber;
          if (width >= NARROWEST && width <= WIDEST) changeColumn(screen, column.key, { width });
        }}
      />
      {wish?.width !== undefined && (
        <button type="button" className="link" onClick={() => changeColumn(screen, column.key, { width: undefined })}>
          {t(['自动', 'Automatic'])}
        </button>
      )}
    </div>
  );
}

interface LineProps {
  readonly screen: ListScreenState;
  readonly column: Column;
  readonly hidden: boolean;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

const BY: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** One column: its grip, whether it is shown, and a button for its pin and width. */
function Line({ screen, column, hidden, isOpen, onOpen }: LineProps): ReactElement {
  const t = useT();
  const [isOver, setOver] = useState(false);
  const [isShown, show] = useState(!hidden);
  useEffect(() => show(!hidden), [hidden]);
  const name = t(column.label);
  const step = (event: KeyboardEvent<HTMLButtonElement>): void => {
    const by = BY[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const grip = event.currentTarget;
    moveColumn(screen, column.key, by);
    // The moved line keeps the focus, so that the key can be pressed again.
    requestAnimationFrame(() => grip.focus());
  };
  return (
    <li
      data-column={column.key}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        moveColumn(screen, event.dataTransfer.getData('text/column'), column.key);
      }}
    >
      <div className="column-line">
        <button
          type="button"
          className="icon-button small column-grip"
          draggable
          aria-label={t([`移动${column.label[0]}，用上下键`, `Move ${column.label[1]}, with the arrow keys`])}
          title={t(['拖动，或用上下键移动', 'Drag, or move with the arrow keys'])}
          onDragStart={(event) => event.dataTransfer.setData('text/column', column.key)}
          onKeyDown={step}
        >
          <GripVertical size={14} aria-hidden />
        </button>
        <label className="tick">
          <input
            type="checkbox"
            checked={isShown}
            onChange={({ target }) => {
              show(target.checked);
              changeColumn(screen, column.key, { hidden: !target.checked });
            }}
          />
          <span>{name}</span>
        </label>
        <button
          type="button"
          className="icon-button small"
          aria-expanded={isOpen}
          aria-label={t([`${column.label[0]}的固定与宽度`, `Pin and width of ${column.label[1]}`])}
          title={t(['固定与宽度', 'Pin and width'])}
          onClick={onOpen}
        >
          <Settings2 size={14} aria-hidden />
        </button>
      </div>
      {isOpen && <More screen={screen} column={column} />}
    </li>
  );
}

const TITLE: Label = ['列', 'Columns'];

/**
 * The panel beside the table that shows, hides, orders, pins and sizes its columns. Each change is in the table at
 * once, and the server stores it for this person.
 */
export default function ColumnPanel({
  screen,
  onClose,
}: {
  screen: ListScreenState;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const search = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState('');
  const [open, setOpen] = useState<string | null>(null);
  useEffect(() => search.current?.focus(), []);
  useKeys([{ keys: 'Escape', label: ['关闭列面板', 'Close the columns'], typing: true, silent: true, run: onClose }]);
  const found = screen.allColumns.filter(({ column }) => isFound(column, words));
  const shown = screen.allColumns.filter(({ hidden }) => !hidden).length;
  return (
    <aside className="column-panel" aria-label={t(TITLE)}>
      <header>
        <b>{t(TITLE)}</b>
        <span className="quiet">
          {t([`显示 ${shown}，共 ${screen.allColumns.length}`, `${shown} of ${screen.allColumns.length} shown`])}
        </span>
        <span className="spring" />
        <button type="button" className="icon-button small" aria-label={t(['关闭', 'Close'])} onClick={onClose}>
          <X size={14} aria-hidden />
        </button>
      </header>
      <input
        ref={search}
        type="search"
        className="plain-input"
        placeholder={t(['查找列', 'Find a column'])}
        aria-label={t(['查找列', 'Find a column'])}
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <ul className="column-list">
        {found.map(({ column, hidden }) => (
          <Line
            key={column.key}
            screen={screen}
            column={column}
            hidden={hidden}
            isOpen={open === column.key}
            onOpen={() => setOpen(open === column.key ? null : column.key)}
          />
        ))}
      </ul>
      {found.length === 0 && <p className="quiet">{t(['没有这样的列', 'There is no such column'])}</p>}
      <footer>
        <button
          type="button"
          className="button"
          disabled={(screen.settings.columns ?? []).length === 0}
          onClick={() => screen.keep({ columns: [] })}
        >
          <RotateCcw size={14} aria-hidden />
          {t(['恢复默认', 'Reset'])}
        </button>
      </footer>
    </aside>
  );
}
