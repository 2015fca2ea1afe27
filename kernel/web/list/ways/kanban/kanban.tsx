import { must } from '#kernel/language/must.ts';
import { ChevronLeft } from 'lucide-react';
import { type DragEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import type { NamedAction } from '../../../actions/actions.tsx';
import { counted, grouped } from '../../../i18n/plural.ts';
import { useT } from '../../../i18n/words.ts';
import { MenuAt } from '../../../menus/menu-at.tsx';
import type { WireRow } from '../../../registry/rows.ts';
import { NoRows } from '../../list-table.tsx';
import type { ListScreenState } from '../../state/use-list-screen.ts';
import { BoardCard } from './board-card.tsx';
import { type Drop, dropOn } from './drop.ts';
import { useLaid } from '../use-laid.ts';
import { type Board, type BoardColumn, useStateBoard } from './use-board.ts';
import './kanban.css';

interface ColumnProps {
  readonly screen: ListScreenState;
  readonly board: Board;
  readonly column: BoardColumn;
  /** The effect of dropping the dragged card on this column; null while none is dragged. */ readonly drop: Drop | null;
  readonly over: boolean;
  readonly onOver: (state: string | null) => void;
  readonly onDrag: (row: WireRow | null) => void;
  readonly onDrop: (at: { x: number; y: number }) => void;
}

function Cards({ screen, column, onDrag }: Pick<ColumnProps, 'screen' | 'column' | 'onDrag'>): ReactElement {
  const t = useT();
  const rest = (column.count ?? 0) - column.rows.length;
  if (column.error)
    return (
      <p className="board-why" role="alert">
        {column.error.message}
      </p>
    );
  return (
    <ul>
      {column.rows.map((row) => (
        <BoardCard key={row.id} screen={screen} row={row} onDrag={onDrag} />
      ))}
      {column.loading &&
        Array.from({ length: Math.min(4, column.count ?? 3) }, (_none, at) => (
          <li key={at} aria-hidden className="board-card card-wait">
            <i className="skeleton" style={{ width: '60%' }} />
            <i className="skeleton" style={{ width: '80%' }} />
          </li>
        ))}
      {!column.loading && rest > 0 && (
        <li>
          <button
            type="button"
            className="link board-more"
            onClick={() =>
              screen.state.change({
                as: undefined,
                group: must(screen.of.lifecycle, 'lifecycle').field,
                open: column.state,
              })
            }
          >
            {t([`还有 ${grouped(rest)} 条，在表格中看`, `${counted(rest, 'more row')} in the table`])}
          </button>
        </li>
      )}
    </ul>
  );
}

function Column({ screen, board, column, drop, over, onOver, onDrag, onDrop }: ColumnProps): ReactElement {
  const t = useT();
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => {
      if (entry.isIntersecting) board.see(column.state);
    });
    watch.observe(must(box.current, 'box'));
    return () => watch.disconnect();
  }, [column.state]);
  const isOpen = drop !== null && 'verbs' in drop;
  const hover = (event: DragEvent): void => {
    onOver(column.state);
    if (isOpen) event.preventDefault();
  };
  const leave = (event: DragEvent): void => {
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) onOver(null);
  };
  return (
    <section
      ref={box}
      className="board-column"
      data-state={column.state}
      data-folded={column.folded}
      data-drop={drop === null ? undefined : isOpen ? 'yes' : 'no'}
      data-over={over || undefined}
      aria-label={column.label}
      onDragEnter={hover}
      onDragOver={hover}
      onDragLeave={leave}
      onDrop={(event) => {
        event.preventDefault();
        onDrop({ x: event.clientX, y: event.clientY });
      }}
    >
      <header>
        {column.folded ? (
          <button
            type="button"
            className="board-unfold"
            aria-expanded={false}
            onClick={() => board.fold(column.state, false)}
          >
            <span>{column.label}</span>
            <small>{column.count === undefined ? '' : grouped(column.count)}</small>
          </button>
        ) : (
          <>
            <span className={`pill ${column.tone ?? 'grey'}`}>{column.label}</span>
            <small>{column.count === undefined ? '' : grouped(column.count)}</small>
            <span className="spring" />
            <button
              type="button"
              className="icon-button small"
              aria-expanded
              aria-label={t([`收起${column.label}`, `Collapse ${column.label}`])}
              onClick={() => board.fold(column.state, true)}
            >
              <ChevronLeft size={14} aria-hidden />
            </button>
          </>
        )}
      </header>
      {!column.folded && <Cards screen={screen} column={column} onDrag={onDrag} />}
    </section>
  );
}

/** The note over a column while a card is dragged: the action that a drop runs, or why there is none. */
function Hint({ drop, label }: { drop: Drop; label: string }): ReactElement {
  const t = useT();
  return 'why' in drop ? (
    <p className="board-hint" data-drop="no" role="status">
      {t(drop.why)}
    </p>
  ) : (
    <p className="board-hint" data-drop="yes" role="status">
      {label} ← {drop.verbs.map(([, action]) => t(action.label)).join(' · ')}
    </p>
  );
}

/**
 * The rows of a list as cards, in one column per state. Dropping a card on another column runs the action that leads to
 * that state.
 */
export default function Kanban({ screen }: { screen: ListScreenState }): ReactElement {
  const t = useT();
  const [dragged, setDragged] = useState<WireRow | null>(null);
  const [choice, setChoice] = useState<{ row: WireRow; verbs: readonly NamedAction[]; x: number; y: number } | null>(
    null,
  );
  const [over, setOver] = useState<string | null>(null);
  const board = useStateBoard(screen.of, screen.state, screen.view);
  const { rows } = board;
  useLaid(screen, rows);
  const dropOf = (state: string): Drop | null =>
    dragged && String(dragged[must(screen.of.lifecycle, 'lifecycle').field]) !== state
      ? dropOn(screen.of, dragged, state)
      : null;
  const hovered = board.columns.find((column) => column.state === over);
  const hint = hovered && dropOf(hovered.state);
  if (rows.loading) return <div className="board" aria-busy />;
  if (rows.error || rows.page?.total === 0) return <NoRows screen={screen} />;
  const dropped = (row: WireRow, state: string, at: { x: number; y: number }): void => {
    setDragged(null);
    setOver(null);
    const drop = dropOn(screen.of, row, state);
    if (!('verbs' in drop)) return;
    if (drop.verbs.length === 1) screen.acting.run(drop.verbs[0], [row]);
    else setChoice({ row, verbs: drop.verbs, ...at });
  };
  return (
    <div className="board" data-dim={rows.dim} aria-busy={rows.dim} data-dragging={dragged !== null}>
      {board.columns.map((column) => (
        <Column
          key={column.state}
          screen={screen}
          board={board}
          column={column}
          drop={dropOf(column.state)}
          over={over === column.state}
          onOver={setOver}
          onDrag={(row) => {
            setDragged(row);
            setOver(null);
          }}
          onDrop={(at) => {
            if (dragged) dropped(dragged, column.state, at);
          }}
        />
      ))}
      {hint && <Hint drop={hint} label={hovered.label} />}
      {choice && (
        <MenuAt
          x={choice.x}
          y={choice.y}
          label={t(['怎样办理', 'How'])}
          items={choice.verbs.map((named) => ({
            key: named[0],
            label: t(named[1].label),
            danger: named[1].danger,
            run: () => screen.acting.run(named, [choice.row]),
          }))}
          onClose={() => setChoice(null)}
        />
      )}
    </div>
  );
}
