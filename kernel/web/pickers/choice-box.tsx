import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { type ChoiceItem, ListBelow } from './list-below.tsx';

/** Maximum time between two typed letters that are searched as one text, in ms. */
const TOGETHER_MS = 700;

/**
 * Return the index of an item that begins with the typed text, first among those after `from`, then among all; -1 for
 * none.
 */
function found(items: readonly ChoiceItem[], typed: string, from: number): number {
  const wanted = typed.toLowerCase();
  const fits = (item: ChoiceItem): boolean => item.label.toLowerCase().startsWith(wanted);
  const behind = items.findIndex((item, at) => at > from && fits(item));
  return behind >= 0 ? behind : items.findIndex(fits);
}

/**
 * A select box in the product's own style. While it is closed, ↑ and ↓ change the value, and letters search it. While
 * it is open, they move a mark; Enter and Tab choose, Esc cancels. Keys with Ctrl or Alt are not handled.
 */
export function ChoiceBox({
  id,
  label,
  value,
  items,
  onChange,
  invalid,
  disabled,
  describedBy,
  look = '',
  onLeave,
}: {
  id?: string;
  /** Accessible name, where the field has no label. */ label?: string;
  value: string;
  items: readonly ChoiceItem[];
  onChange: (key: string) => void;
  invalid?: boolean;
  disabled?: boolean;
  describedBy?: string;
  /** Additional CSS class. */ look?: string;
  onLeave?: () => void;
}): ReactElement {
  const button = useRef<HTMLButtonElement>(null);
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const [active, point] = useState(-1);
  const typed = useRef({ letters: '', at: 0 });
  const now = items.findIndex((item) => item.key === value);
  const open = (): void => {
    point(Math.max(0, now));
    setOpen(true);
  };
  const choose = (item: ChoiceItem | undefined): void => {
    setOpen(false);
    if (item && item.key !== value) onChange(item.key);
  };
  useEffect(() => {
    if (!isOpen) return undefined;
    const leave = (event: Event): void => {
      const at = event.target as Element;
      if (!button.current?.contains(at) && !at.closest('.list-below')) setOpen(false);
    };
    // Scrolling a container would separate the list from its field, so it closes the list.
    const scroll = (event: Event): void => {
      if (event.target instanceof Node && event.target.contains(button.current)) setOpen(false);
    };
    document.addEventListener('mousedown', leave);
    document.addEventListener('scroll', scroll, true);
    return () => {
      document.removeEventListener('mousedown', leave);
      document.removeEventListener('scroll', scroll, true);
    };
  }, [isOpen]);

  const step = (by: number): void => {
    if (isOpen) point(Math.min(items.length - 1, Math.max(0, active + by)));
    else choose(items[Math.min(items.length - 1, Math.max(0, now + by))]);
  };
  const type = (letter: string): void => {
    const at = performance.now();
    const letters = at - typed.current.at < TOGETHER_MS ? typed.current.letters + letter : letter;
    typed.current = { letters, at };
    const place = found(items, letters, letters.length > 1 ? -1 : isOpen ? active : now);
    if (place < 0) return;
    if (isOpen) point(place);
    else choose(items[place]);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || (event.altKey && event.key !== 'ArrowDown')) return;
    const does: Partial<Record<string, () => void>> = {
      ArrowDown: event.altKey ? open : () => step(1),
      ArrowUp: () => step(-1),
      Home: () => step(-items.length),
      End: () => step(items.length),
      Enter: isOpen ? () => choose(items[active]) : open,
      ' ': isOpen ? () => choose(items[active]) : open,
      ...(isOpen && { Escape: () => setOpen(false) }),
    };
    if (event.key === 'Tab') {
      if (isOpen) choose(items[active]);
      return;
    }
    const act = does[event.key] ?? (event.key.length === 1 ? () => type(event.key) : undefined);
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <>
      <button
        ref={button}
        id={id}
        type="button"
        role="combobox"
        className={`plain-input choice-box ${look}`}
        aria-label={label}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen && active >= 0 ? `${listId}-${active}` : undefined}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        disabled={disabled}
        data-empty={value === ''}
        data-value={value}
        onKeyDown={press}
        onClick={() => (isOpen ? setOpen(false) : open())}
        onBlur={() => {
          setOpen(false);
          onLeave?.();
        }}
      >
        <span>{items[now]?.label ?? ''}</span>
        <ChevronDown size={15} aria-hidden />
      </button>
      {isOpen && (
        <ListBelow
          id={listId}
          label={label ?? ''}
          items={items}
          active={active}
          chosen={value}
          opener={button.current}
          onChoose={choose}
          onPoint={point}
        />
      )}
    </>
  );
}
