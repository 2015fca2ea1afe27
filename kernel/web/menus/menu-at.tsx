import { type ReactElement, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useKeys } from '../shortcuts/keys.ts';
import './menus.css';

export interface MenuItem {
  readonly key: string;
  readonly label: ReactNode;
  readonly icon?: ReactNode;
  readonly danger?: boolean;
  readonly off?: string;
  /** Draw a separator above the entry. */ readonly rule?: boolean;
  readonly run: () => void;
}

const EDGE = 8;

/** A menu at the position of the pointer. One instance serves all rows of a table. */
export function MenuAt({
  x,
  y,
  items,
  label,
  onClose,
}: {
  x: number;
  y: number;
  items: readonly MenuItem[];
  label: string;
  onClose: () => void;
}): ReactElement {
  const box = useRef<HTMLUListElement>(null);
  const [place, setPlace] = useState({ left: x, top: y });
  const before = useRef(document.activeElement);
  const step = (by: number): void => {
    const all = [...(box.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
    const at = all.indexOf(document.activeElement as HTMLElement);
    all[(at + by + all.length) % all.length]?.focus();
  };
  useLayoutEffect(() => {
    const size = box.current?.getBoundingClientRect();
    if (size)
      setPlace({
        left: Math.max(EDGE, Math.min(x, innerWidth - size.width - EDGE)),
        top: y + size.height + EDGE > innerHeight ? Math.max(EDGE, y - size.height) : y,
      });
    box.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
  }, [x, y]);
  useEffect(
    () => () => {
      if (before.current instanceof HTMLElement && document.activeElement === document.body) before.current.focus();
    },
    [],
  );
  useKeys(
    [
      { keys: 'Escape', label: ['关闭', 'Close'], silent: true, run: onClose },
      { keys: 'ArrowDown', label: ['下一个', 'Next'], silent: true, run: () => step(1) },
      { keys: 'ArrowUp', label: ['上一个', 'Previous'], silent: true, run: () => step(-1) },
    ],
    { modal: true },
  );
  return createPortal(
    <div
      className="menu-at-ground"
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <ul ref={box} className="menu-at" role="menu" aria-label={label} style={place}>
        {items.map((item) => (
          <li key={item.key} role="none">
            {item.rule && <div className="menu-at-rule" role="separator" />}
            <button
              type="button"
              role="menuitem"
              data-danger={item.danger}
              disabled={Boolean(item.off)}
              title={item.off}
              onClick={() => {
                onClose();
                item.run();
              }}
            >
              {item.icon}
              {item.label}
            </button>
          </li>
        ))}
      </ul>
    </div>,
    document.body,
  );
}
