import { type ReactElement, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import './list-below.css';

/** An item of a list of choices. */
export interface ChoiceItem {
  readonly key: string;
  readonly label: string;
  readonly hint?: string;
}

const GAP = 4;
const EDGE = 8;

/**
 * The list of choices below a field, or above it if there is no room. The focus stays in the field; the list only marks
 * an item.
 */
export function ListBelow({
  id,
  label,
  items,
  active,
  chosen,
  opener,
  onChoose,
  onPoint,
}: {
  id: string;
  label: string;
  items: readonly ChoiceItem[];
  /** Index of the marked value; −1 for none. */ active: number;
  chosen: string | null;
  opener: HTMLElement | null;
  onChoose: (item: ChoiceItem) => void;
  onPoint: (at: number) => void;
}): ReactElement {
  const list = useRef<HTMLUListElement>(null);
  const [place, setPlace] = useState<{ left: number; top: number; width: number }>();
  useLayoutEffect(() => {
    const from = opener?.getBoundingClientRect();
    const size = list.current?.getBoundingClientRect();
    if (!from || !size) return;
    const isBelow = from.bottom + GAP + size.height + EDGE <= innerHeight;
    const top = isBelow ? from.bottom + GAP : Math.max(EDGE, from.top - GAP - size.height);
    setPlace({ left: Math.max(EDGE, Math.min(from.left, innerWidth - size.width - EDGE)), top, width: from.width });
  }, [opener, items.length]);
  useLayoutEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return createPortal(
    <ul
      ref={list}
      id={id}
      role="listbox"
      aria-label={label}
      className="list-below"
      style={place ? { left: place.left, top: place.top, minWidth: place.width } : { visibility: 'hidden' }}
      // Prevent the press from moving the focus out of the field.
      onMouseDown={(event) => event.preventDefault()}
    >
      {items.map((item, at) => (
        <li
          key={item.key}
          id={`${id}-${at}`}
          role="option"
          aria-selected={item.key === chosen}
          data-active={at === active}
          onClick={() => onChoose(item)}
          onMouseMove={() => at !== active && onPoint(at)}
        >
          <span>{item.label}</span>
          {item.hint && <small className="quiet">{item.hint}</small>}
        </li>
      ))}
    </ul>,
    document.body,
  );
}
