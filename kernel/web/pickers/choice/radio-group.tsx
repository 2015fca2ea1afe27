import type { KeyboardEvent, ReactElement, ReactNode } from 'react';
import { radioStep, tabStopOf } from './radio-steps.rules.ts';

/**
 * An item of a radio group. `title` is its hint, or the reason why it is disabled. `verdict` colours it while it is
 * chosen.
 */
export interface RadioItem<K extends string> {
  readonly key: K;
  readonly label: ReactNode;
  readonly title?: string;
  readonly disabled?: boolean;
  readonly verdict?: 'good' | 'bad';
}

export interface RadioGroupProps<K extends string> {
  /** The name of the group, for screen readers. */
  readonly label: string;
  readonly items: readonly RadioItem<K>[];
  /** The key of the chosen item; any other text means that none is chosen. */
  readonly value: string;
  /** Also called for the chosen item when it is pressed again. */
  readonly onChange: (key: K) => void;
  readonly disabled?: boolean;
}

/** A radio group of buttons. Tab reaches only one of them, and arrow keys choose another. */
export function RadioGroup<K extends string>({
  label,
  items,
  value,
  onChange,
  disabled,
  ...attributes
}: RadioGroupProps<K> & { className: string; [data: `data-${string}`]: string | boolean | undefined }): ReactElement {
  const offered = disabled ? items.map((one) => ({ ...one, disabled: true })) : items;
  const stop = tabStopOf(offered, value);
  const step = (event: KeyboardEvent, from: number): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const to = radioStep(offered, from, event.key);
    if (to === undefined) return;
    event.preventDefault();
    event.currentTarget.parentElement?.querySelectorAll<HTMLElement>(':scope > [role=radio]')[to]?.focus();
    onChange(offered[to].key);
  };
  return (
    <span {...attributes} role="radiogroup" aria-label={label}>
      {offered.map((one, at) => (
        <button
          key={one.key}
          type="button"
          role="radio"
          aria-checked={one.key === value}
          tabIndex={one.key === stop ? 0 : -1}
          disabled={one.disabled}
          title={one.title}
          data-verdict={one.verdict}
          onClick={() => onChange(one.key)}
          onKeyDown={(event) => step(event, at)}
        >
          {one.label}
        </button>
      ))}
    </span>
  );
}
