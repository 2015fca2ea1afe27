import { Plus } from 'lucide-react';
import { type KeyboardEvent, type ReactElement, useId, useState } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { useT } from '#kernel/web/i18n/words.ts';

export type LabelledNames = readonly (readonly [name: string, label: Label])[];

interface AddProps {
  readonly label: Label;
  readonly choices: LabelledNames;
  readonly disabled?: boolean;
  readonly onAdd: (name: string) => void;
  /** Close the list after each choice, for an entry that needs further input. */ readonly once?: true;
  readonly id?: string;
  readonly describedBy?: string;
  readonly invalid?: boolean;
}

const fits = (label: Label, typed: string): boolean =>
  label.some((words) => words.toLowerCase().includes(typed.trim().toLowerCase()));

/**
 * Field that adds entries by name, by keyboard or mouse. The list stays open until the focus leaves, or with `once`
 * closes after each choice.
 */
export function AddByName({ label, choices, disabled, onAdd, once, id, describedBy, invalid }: AddProps): ReactElement {
  const t = useT();
  const list = useId();
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const found = choices.filter(([, words]) => fits(words, typed));
  const here = Math.min(at, Math.max(0, found.length - 1));
  const add = (name: string | undefined): void => {
    if (name) {
      onAdd(name);
      setTyped('');
      if (once) setOpen(false);
    }
  };
  const press = (event: KeyboardEvent): void => {
    const keys: Readonly<Record<string, () => void>> = {
      ArrowDown: () => {
        setOpen(true);
        setAt(Math.min(here + 1, found.length - 1));
      },
      ArrowUp: () => setAt(Math.max(0, here - 1)),
      Enter: () => (open ? add(found[here]?.[0]) : setOpen(true)),
      Escape: () => setOpen(false),
    };
    const does = event.key === 'Escape' && !open ? undefined : keys[event.key];
    if (!does || event.ctrlKey) return;
    event.preventDefault();
    event.stopPropagation();
    does();
  };
  return (
    <div
      className="report-add"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <Plus size={15} aria-hidden />
      <input
        id={id}
        type="search"
        role="combobox"
        aria-label={t(label)}
        aria-expanded={open && found.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={open && found.length ? `${list}-${here}` : undefined}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        disabled={disabled}
        autoComplete="off"
        placeholder={t(label)}
        value={typed}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onChange={(event) => {
          setTyped(event.target.value);
          setAt(0);
          setOpen(true);
        }}
        onKeyDown={press}
      />
      <ul id={list} role="listbox" aria-label={t(label)} hidden={!open || found.length === 0}>
        {found.map(([name, words], index) => (
          <li
            key={name}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === here}
            ref={index === here && open ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
            onMouseDown={(event) => {
              event.preventDefault();
              add(name);
            }}
          >
            {t(words)}
          </li>
        ))}
      </ul>
    </div>
  );
}
