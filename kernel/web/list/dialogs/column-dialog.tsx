import { ArrowDown, ArrowUp, GripVertical, PanelLeft, PanelRight } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Dialog } from '../../dialogs/dialog.tsx';
import type { ColumnWish } from '../../query/list-settings.ts';
import { useT } from '../../i18n/words.ts';
import type { ListScreenState } from '../state/use-list-screen.ts';

/** The dialog that chooses, orders and pins columns. The server stores the choice for this person. */
export function ColumnDialog({ screen, onClose }: { screen: ListScreenState; onClose: () => void }): ReactElement {
  const t = useT();
  const [wishes, setWishes] = useState<readonly Required<Omit<ColumnWish, 'width'>>[]>(() =>
    screen.allColumns.map(({ column, hidden }) => ({ key: column.key, hidden, pin: column.pin ?? 'none' })),
  );
  const label = (key: string): string =>
    t(screen.allColumns.find((one) => one.column.key === key)?.column.label ?? ['', '']);
  const put = (next: typeof wishes): void => {
    setWishes(next);
    screen.keep({
      columns: next.map((wish) => ({ ...screen.settings.columns?.find((one) => one.key === wish.key), ...wish })),
    });
  };
  const change = (key: string, part: Partial<ColumnWish>): void =>
    put(wishes.map((wish) => (wish.key === key ? ({ ...wish, ...part } as typeof wish) : wish)));
  const move = (key: string, to: number): void => {
    const rest = wishes.filter((wish) => wish.key !== key);
    const moved = wishes.find((wish) => wish.key === key);
    if (moved) put([...rest.slice(0, to), moved, ...rest.slice(to)]);
  };
  const reset = (): void => {
    screen.keep({ columns: [] });
    onClose();
  };
  return (
    <Dialog
      title={t(['列设置', 'Columns'])}
      width={460}
      onClose={onClose}
      foot={
        <>
          <button type="button" className="button" onClick={reset}>
            {t(['恢复默认', 'Reset'])}
          </button>
          <span className="spring" />
          <button type="button" className="button strong" onClick={onClose}>
            {t(['完成', 'Done'])}
          </button>
        </>
      }
    >
      <ul className="column-list">
        {wishes.map((wish, at) => (
          <li
            key={wish.key}
            draggable
            onDragStart={(event) => event.dataTransfer.setData('text/plain', wish.key)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => move(event.dataTransfer.getData('text/plain'), at)}
          >
            <GripVertical size={14} aria-hidden />
            <label className="tick">
              <input
                type="checkbox"
                checked={!wish.hidden}
                onChange={(event) => change(wish.key, { hidden: !event.target.checked })}
              />
              {label(wish.key)}
            </label>
            <span className="spring" />
            <button
              type="button"
              className="icon-button small"
              disabled={at === 0}
              aria-label={t([`上移${label(wish.key)}`, `Move ${label(wish.key)} up`])}
              onClick={() => move(wish.key, at - 1)}
            >
              <ArrowUp size={14} aria-hidden />
            </button>
            <button
              type="button"
              className="icon-button small"
              disabled={at === wishes.length - 1}
              aria-label={t([`下移${label(wish.key)}`, `Move ${label(wish.key)} down`])}
              onClick={() => move(wish.key, at + 1)}
            >
              <ArrowDown size={14} aria-hidden />
            </button>
            <button
              type="button"
              className="icon-button small"
              aria-pressed={wish.pin === 'start'}
              title={t(['固定在左', 'Pin left'])}
              aria-label={t([`${label(wish.key)}固定在左`, `Pin ${label(wish.key)} left`])}
              onClick={() => change(wish.key, { pin: wish.pin === 'start' ? 'none' : 'start' })}
            >
              <PanelLeft size={14} aria-hidden />
            </button>
            <button
              type="button"
              className="icon-button small"
              aria-pressed={wish.pin === 'end'}
              title={t(['固定在右', 'Pin right'])}
              aria-label={t([`${label(wish.key)}固定在右`, `Pin ${label(wish.key)} right`])}
              onClick={() => change(wish.key, { pin: wish.pin === 'end' ? 'none' : 'end' })}
            >
              <PanelRight size={14} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
