import { type KeyboardEvent, type ReactElement, useId, useRef, useState } from 'react';
import { type ChoiceItem, ListBelow } from './list-below.tsx';

/**
 * An input for any text, with suggestions below it. ↓ marks a suggestion, Enter chooses the marked one, and Esc closes
 * the list.
 */
export function SuggestBox({
  id,
  label,
  value,
  items,
  onType,
  onChoose,
  placeholder,
  invalid,
  maxLength,
  inputMode,
  onStep,
}: {
  id: string;
  label: string;
  value: string;
  items: readonly ChoiceItem[];
  onType: (text: string) => void;
  onChoose: (item: ChoiceItem) => void;
  placeholder?: string;
  invalid?: boolean;
  maxLength?: number;
  inputMode?: 'numeric' | 'text';
  /** If set, ↑ and ↓ change the value by a step instead of moving in the list, which Alt+↓ or a click then opens. */
  onStep?: (by: 1 | -1) => void;
}): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const [active, point] = useState(-1);
  const shown = isOpen && items.length > 0;
  const choose = (item: ChoiceItem | undefined): void => {
    setOpen(false);
    point(-1);
    if (item) onChoose(item);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp';
    if (isArrow && onStep && !event.altKey && !(shown && active >= 0)) {
      event.preventDefault();
      onStep(event.key === 'ArrowUp' ? 1 : -1);
    } else if (isArrow) {
      event.preventDefault();
      if (!isOpen) setOpen(true);
      point((at) => Math.min(items.length - 1, Math.max(0, at + (event.key === 'ArrowDown' ? 1 : -1))));
    } else if (event.key === 'Enter' && shown && active >= 0) {
      event.preventDefault();
      choose(items[active]);
    } else if (event.key === 'Escape' && shown) {
      event.preventDefault();
      setOpen(false);
    } else if (event.key === 'Tab') setOpen(false);
  };
  return (
    <>
      <input
        ref={input}
        id={id}
        className="plain-input"
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={shown}
        aria-controls={shown ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={shown && active >= 0 ? `${listId}-${active}` : undefined}
        aria-invalid={invalid || undefined}
        inputMode={inputMode}
        maxLength={maxLength}
        autoComplete="off"
        placeholder={placeholder}
        value={value}
        onKeyDown={press}
        onClick={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onChange={(event) => {
          onType(event.target.value);
          setOpen(true);
          point(-1);
        }}
      />
      {shown && (
        <ListBelow
          id={listId}
          label={label}
          items={items}
          active={active}
          chosen={null}
          opener={input.current}
          onChoose={choose}
          onPoint={point}
        />
      )}
    </>
  );
}
