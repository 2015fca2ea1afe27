import { must } from '#kernel/language/must.ts';
import { Check, ChevronDown } from 'lucide-react';
import { type ReactElement, useRef, useState } from 'react';
import { MenuAt } from '#kernel/web/menus/menu-at.tsx';
import type { DictItem } from '#kernel/web/pickers/dictionaries.ts';

/** A button that shows the selected option, or all, and opens the options. */
export function Choice({
  label,
  all,
  items,
  value,
  onChange,
}: {
  label: string;
  all: string;
  items: readonly DictItem[];
  value: string;
  onChange: (key: string) => void;
}): ReactElement {
  const button = useRef<HTMLButtonElement>(null);
  const [at, setAt] = useState<{ x: number; y: number } | null>(null);
  const mark = (key: string): ReactElement => (
    <Check size={15} aria-hidden style={{ opacity: key === value ? 1 : 0 }} />
  );
  return (
    <>
      <button
        ref={button}
        type="button"
        className="button kpi-choice"
        aria-haspopup="menu"
        aria-expanded={at !== null}
        onClick={() => {
          const box = must(button.current, 'button').getBoundingClientRect();
          setAt({ x: box.left, y: box.bottom + 4 });
        }}
      >
        <span className="quiet">{label}</span> {items.find((one) => one.key === value)?.label ?? all}
        <ChevronDown size={14} aria-hidden />
      </button>
      {at && (
        <MenuAt
          {...at}
          label={label}
          items={[{ key: '', label: all, icon: mark(''), run: () => onChange('') }].concat(
            items.map((one) => ({ key: one.key, label: one.label, icon: mark(one.key), run: () => onChange(one.key) })),
          )}
          onClose={() => setAt(null)}
        />
      )}
    </>
  );
}
