import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react';
import { type KeyboardEvent, type ReactElement, type ReactNode, useRef } from 'react';
import { restoreFocus } from '#kernel/web/shortcuts/restore-focus.ts';
import { useT } from '#kernel/web/i18n/words.ts';

interface RowsProps<T> {
  readonly rows: readonly T[];
  readonly nameOf: (row: T) => string;
  readonly disabled?: boolean;
  readonly content: (row: T, at: number) => ReactNode;
  readonly onChange: (rows: readonly T[]) => void;
}

const moved = <T,>(rows: readonly T[], from: number, to: number): readonly T[] => {
  if (from < 0 || to < 0 || to >= rows.length || from === to) return rows;
  const rest = rows.filter((_, at) => at !== from);
  return [...rest.slice(0, to), rows[from], ...rest.slice(to)];
};

/** Chosen entries, which are reordered by dragging, by arrow buttons, or by Alt with the arrow keys. */
export function OrderedRows<T>({ rows, nameOf, disabled, content, onChange }: RowsProps<T>): ReactElement {
  const t = useT();
  const box = useRef<HTMLOListElement>(null);
  const dragged = useRef(-1);
  const go = (from: number, to: number): void => {
    const next = moved(rows, from, to);
    if (next === rows) return;
    onChange(next);
    // The focus follows the moved entry.
    requestAnimationFrame(() =>
      box.current?.children[to]?.querySelector<HTMLElement>(`:is(button, select):not(:disabled)`)?.focus(),
    );
  };
  const press = (event: KeyboardEvent, at: number): void => {
    if (!event.altKey || !['ArrowUp', 'ArrowDown'].includes(event.key)) return;
    event.preventDefault();
    go(at, at + (event.key === 'ArrowUp' ? -1 : 1));
  };
  return (
    <ol className="report-rows" ref={box}>
      {rows.map((row, at) => (
        <li
          key={`${nameOf(row)} ${at}`}
          draggable={!disabled}
          onDragStart={(event) => {
            dragged.current = at;
            event.dataTransfer.setData('text/plain', nameOf(row));
          }}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            go(dragged.current, at);
          }}
          onKeyDown={(event) => press(event, at)}
        >
          <GripVertical size={14} aria-hidden />
          {content(row, at)}
          <span className="spring" />
          <button
            type="button"
            className="icon-button small"
            disabled={disabled || at === 0}
            title="Alt ↑"
            aria-label={t([`上移${nameOf(row)}`, `Move ${nameOf(row)} up`])}
            onClick={() => go(at, at - 1)}
          >
            <ArrowUp size={14} aria-hidden />
          </button>
          <button
            type="button"
            className="icon-button small"
            disabled={disabled || at === rows.length - 1}
            title="Alt ↓"
            aria-label={t([`下移${nameOf(row)}`, `Move ${nameOf(row)} down`])}
            onClick={() => go(at, at + 1)}
          >
            <ArrowDown size={14} aria-hidden />
          </button>
          <button
            type="button"
            className="icon-button small"
            disabled={disabled}
            aria-label={t([`去掉${nameOf(row)}`, `Take ${nameOf(row)} out`])}
            onClick={() => {
              restoreFocus(box.current);
              onChange(rows.filter((_, index) => index !== at));
            }}
          >
            <X size={14} aria-hidden />
          </button>
        </li>
      ))}
    </ol>
  );
}
