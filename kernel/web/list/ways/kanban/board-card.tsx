import { Ellipsis } from 'lucide-react';
import type { ReactElement } from 'react';
import type { Fields } from '#kernel/language/field.ts';
import { DisabledMark } from '../../../actions/switching.tsx';
import { RowFaces } from '../../../detail/presence/row-faces.tsx';
import { useLanguage, useT } from '../../../i18n/words.ts';
import { menuPlace } from '../../../menus/menu-place.ts';
import type { WireRow } from '../../../registry/rows.ts';
import { named } from '../../../table/table-row.tsx';
import { useCardParts } from '../../rows/card-parts.tsx';
import { openRow } from '../../list-table.tsx';
import type { ListScreenState } from '../../state/use-list-screen.ts';

/** Number of fields that a card shows below its heading. */
const LINES = 3;

/** A row as a card of a board: it can be dragged, a press opens it, and it has the menu of actions. */
export function BoardCard({
  screen,
  row,
  onDrag,
}: {
  screen: ListScreenState;
  row: WireRow;
  onDrag: (row: WireRow | null) => void;
}): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { first, number, rest, show } = useCardParts(screen, row);
  const fields = screen.of.fields as Fields;
  return (
    <li
      className="board-card"
      data-id={row.id}
      data-current={screen.cursor === row.id || undefined}
      data-selected={screen.selection.ids.has(row.id) || undefined}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', row.id);
        event.dataTransfer.effectAllowed = 'move';
        screen.setCursor(row.id);
        // Change the look of the card only after the browser has taken its drag image; an earlier change would cancel
        // the drag.
        setTimeout(() => onDrag(row));
      }}
      onDragEnd={() => onDrag(null)}
    >
      <div className="board-card-first">
        <button type="button" className="card-open" onClick={() => openRow(screen, row)}>
          <b>{named(show(row, first))}</b>
        </button>
        <DisabledMark of={screen.of} row={row} language={language} />
        <RowFaces of={screen.of} id={row.id} />
        <button
          type="button"
          className="icon-button small"
          aria-haspopup="menu"
          aria-label={t(['更多操作', 'More actions'])}
          onClick={(event) => {
            screen.setCursor(row.id);
            screen.openMenu({ id: row.id, ...menuPlace(event, event.currentTarget) });
          }}
        >
          <Ellipsis size={15} aria-hidden />
        </button>
      </div>
      {rest.slice(0, LINES).map((name) => {
        const shown = show(row, name);
        return shown ? (
          <p key={name} title={t(fields[name]?.label ?? ['', ''])}>
            {shown}
          </p>
        ) : null;
      })}
      {number && <small className="mono quiet">{String(row[number] ?? '')}</small>}
    </li>
  );
}
