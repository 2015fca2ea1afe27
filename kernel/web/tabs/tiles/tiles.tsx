import { mustFind } from '#kernel/language/must.ts';
import { ArrowLeft, ArrowRight, EyeOff, GripVertical } from 'lucide-react';
import { type DragEvent, type ReactElement, type ReactNode, useState } from 'react';
import { restoreFocus } from '../../shortcuts/restore-focus.ts';
import { useT } from '../../i18n/words.ts';
import { type TileLayout, arranged, movedBefore } from './layout.ts';
import './tiles.css';

/** A tile of a page that each person arranges. */
export interface PageTile {
  readonly key: string;
  readonly title: string;
  /** Takes two columns, where there is room. */ readonly wide?: boolean;
  readonly content: ReactNode;
}

interface TilesProps {
  readonly of: readonly PageTile[];
  readonly layout: TileLayout;
  readonly keep: (layout: TileLayout) => void;
  readonly arranging: boolean;
  /** CSS classes of the grid and of its tiles. */ readonly grid: string;
  readonly card: string;
}

function Tools({
  tile,
  isFirst,
  isLast,
  step,
  hide,
}: {
  tile: PageTile;
  isFirst: boolean;
  isLast: boolean;
  step: (by: -1 | 1, pressed: Element) => void;
  hide: (pressed: Element) => void;
}): ReactElement {
  const t = useT();
  const { title } = tile;
  return (
    <div className="tile-tools">
      <GripVertical size={15} aria-hidden />
      <span className="spring" />
      <button
        type="button"
        className="icon-button small"
        disabled={isFirst}
        aria-label={t([`${title}前移`, `Move ${title} forward`])}
        onClick={({ currentTarget }) => step(-1, currentTarget)}
      >
        <ArrowLeft size={14} aria-hidden />
      </button>
      <button
        type="button"
        className="icon-button small"
        disabled={isLast}
        aria-label={t([`${title}后移`, `Move ${title} back`])}
        onClick={({ currentTarget }) => step(1, currentTarget)}
      >
        <ArrowRight size={14} aria-hidden />
      </button>
      <button
        type="button"
        className="icon-button small"
        aria-label={t([`不显示${title}`, `Put ${title} away`])}
        onClick={({ currentTarget }) => hide(currentTarget)}
      >
        <EyeOff size={14} aria-hidden />
      </button>
    </div>
  );
}

function Away({
  of,
  layout,
  keep,
  shown,
}: Pick<TilesProps, 'of' | 'layout' | 'keep'> & { shown: string[] }): ReactElement {
  const t = useT();
  const away = of.filter((one) => layout.hidden.includes(one.key));
  return (
    <p className="tiles-away">
      {t(['未显示：', 'Put away: '])}
      {away.map((one) => (
        <button
          key={one.key}
          type="button"
          className="choice"
          onClick={({ currentTarget }) => {
            restoreFocus(currentTarget.nextElementSibling, document.querySelector('.page:not([hidden]) .tiles'));
            keep({ order: [...shown, one.key], hidden: layout.hidden.filter((key) => key !== one.key) });
          }}
        >
          {t([`显示${one.title}`, `Show ${one.title}`])}
        </button>
      ))}{' '}
      <button
        type="button"
        className="link"
        onClick={() => {
          restoreFocus(document.querySelector('.page:not([hidden]) .tiles'));
          keep({ order: [], hidden: [] });
        }}
      >
        {t(['恢复默认', 'Reset'])}
      </button>
    </p>
  );
}

/** Tiles in the person's order, moved by dragging or by buttons; the arrangement is stored. */
export function Tiles({ of, layout, keep, arranging, grid, card }: TilesProps): ReactElement {
  const t = useT();
  const [announcement, announce] = useState('');
  const [over, setOver] = useState('');
  const shown = arranged(
    of.map((one) => one.key),
    layout,
  );
  const named = (key: string): PageTile => mustFind(of, (one) => one.key === key);
  const step = (key: string, by: -1 | 1, pressed: Element): void => {
    restoreFocus(pressed.parentElement);
    const at = shown.indexOf(key) + by;
    const rest = shown.filter((one) => one !== key);
    keep({ order: [...rest.slice(0, at), key, ...rest.slice(at)], hidden: layout.hidden });
    const { title } = named(key);
    announce(t([`${title}移到第 ${at + 1} 位`, `${title} is number ${at + 1} now`]));
  };
  const hide = (key: string, pressed: Element): void => {
    const place = pressed.closest('.tile');
    restoreFocus(place?.nextElementSibling, place?.previousElementSibling);
    keep({ order: shown, hidden: [...layout.hidden, key] });
  };
  const drop = (event: DragEvent, before: string): void => {
    event.preventDefault();
    setOver('');
    const key = event.dataTransfer.getData('text/plain');
    if (key !== before && shown.includes(key)) keep({ order: movedBefore(shown, key, before), hidden: layout.hidden });
  };
  return (
    <>
      <div className={`tiles ${grid}`} data-arranging={arranging}>
        {shown.map((key, at) => {
          const tile = named(key);
          return (
            <section
              key={key}
              className={`tile ${card}`}
              data-tile={key}
              data-wide={tile.wide}
              data-over={over === key}
              draggable={arranging}
              onDragStart={(event) => event.dataTransfer.setData('text/plain', key)}
              onDragOver={(event) => {
                if (arranging) {
                  event.preventDefault();
                  setOver(key);
                }
              }}
              onDragLeave={() => setOver('')}
              onDrop={(event) => drop(event, key)}
            >
              {arranging && (
                <Tools
                  tile={tile}
                  isFirst={at === 0}
                  isLast={at === shown.length - 1}
                  step={(by, pressed) => step(key, by, pressed)}
                  hide={(pressed) => hide(key, pressed)}
                />
              )}
              {tile.content}
            </section>
          );
        })}
      </div>
      {arranging && of.some((one) => layout.hidden.includes(one.key)) && (
        <Away of={of} layout={layout} keep={keep} shown={shown} />
      )}
      <p className="sr-only" role="status">
        {announcement}
      </p>
    </>
  );
}
