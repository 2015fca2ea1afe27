import { ChevronDown, X } from 'lucide-react';
import { type ReactElement, memo, useEffect, useRef, useState } from 'react';
import type { Field } from '#kernel/language/field.ts';
import { takeHand } from '../../shortcuts/restore-focus.ts';
import { Popup } from '../../menus/popup.tsx';
import { withControls } from '../../theme/with-controls.tsx';
import { useT } from '../../i18n/words.ts';
import { useFilterWords, withoutField } from './filters.ts';

const FilterFace = withControls(() => import('./filter-face.tsx').then((module) => module.FilterFace));

interface ChipProps {
  readonly name: string;
  readonly field: Field;
  readonly filters: Readonly<Record<string, string>>;
  /** An undefined value removes the filter. */
  readonly onChange: (part: Readonly<Record<string, string | undefined>>) => void;
  /** The filter was just added, so its choices open at once. */
  readonly fresh?: boolean;
  /** Remove a chip that has no value yet. */
  readonly onGone?: () => void;
}

/** A set or added filter: its field, and its value as text. A press opens its choices. */
export const FilterChip = memo(function FilterChip({
  name,
  field,
  filters,
  onChange,
  fresh = false,
  onGone,
}: ChipProps): ReactElement {
  const t = useT();
  const words = useFilterWords(name, field, filters);
  const [open, setOpen] = useState(fresh);
  const active = words !== '';
  const chip = useRef<HTMLSpanElement>(null);
  // Focus a chip that was just added, because the person chooses its value next.
  useEffect(() => {
    if (fresh) takeHand(() => chip.current?.querySelector('.filter-face'));
  }, []);
  return (
    <span ref={chip} className="filter" data-active={active}>
      <button
        type="button"
        className="filter-open"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {t(field.label)}
        {active ? <b>{words}</b> : <ChevronDown size={13} aria-hidden />}
      </button>
      {open && (
        <Popup label={t(field.label)} onClose={() => setOpen(false)}>
          <div className="filter-face">
            <FilterFace name={name} field={field} filters={filters} onChange={onChange} />
          </div>
        </Popup>
      )}
      {(active || onGone) && (
        <button
          type="button"
          className="filter-clear"
          aria-label={t([`清除${field.label[0]}`, `Clear ${field.label[1]}`])}
          onClick={() => {
            onChange(withoutField(name, filters));
            onGone?.();
          }}
        >
          <X size={13} aria-hidden />
        </button>
      )}
    </span>
  );
});
