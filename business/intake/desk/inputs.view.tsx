import { type ReactElement, type ReactNode, useId } from 'react';
import type { Dictionary } from '#kernel/language/dictionary.ts';
import { ChoiceBox } from '#kernel/web/pickers/choice-box.tsx';
import { useDictionary } from '#kernel/web/pickers/dictionaries.ts';
import { useT } from '#kernel/web/i18n/words.ts';

/** An input with its label above, and its error text below. */
export function Labelled({
  label,
  wrong,
  wide,
  required,
  children,
}: {
  label: string;
  wrong?: string;
  wide?: boolean;
  required?: boolean;
  children: (id: string) => ReactNode;
}): ReactElement {
  const id = useId();
  const t = useT();
  return (
    <div className="desk-field" data-wide={wide}>
      <label htmlFor={id}>
        {label}
        {required && (
          <span className="desk-required" title={t(['必填', 'Required'])} aria-hidden>
            *
          </span>
        )}
      </label>
      {children(id)}
      {wrong && (
        <p className="field-problem" role="alert">
          {wrong}
        </p>
      )}
    </div>
  );
}

/** A choice of a dictionary's items. */
export function Choose({
  id,
  of,
  value,
  onChange,
  wrong,
  empty,
  without,
  label,
}: {
  id: string;
  /** Accessible name of an input without a visible label. */ label?: string;
  of: Dictionary;
  value: string;
  onChange: (key: string) => void;
  wrong?: boolean;
  empty?: string;
  without?: string;
}): ReactElement {
  const items = useDictionary(of)
    .filter((item) => item.key !== without)
    .map((item) => ({ key: item.key, label: item.label }));
  return (
    <ChoiceBox
      id={id}
      label={label}
      value={value}
      items={empty === undefined ? items : [{ key: '', label: empty }, ...items]}
      invalid={wrong}
      onChange={onChange}
    />
  );
}
