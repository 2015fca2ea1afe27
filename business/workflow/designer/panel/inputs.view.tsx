import { type ReactElement, type ReactNode, useEffect, useId, useState } from 'react';
import { ChoiceRow } from '#kernel/web/pickers/choice/choice-row.tsx';
import { ChoiceBox } from '#kernel/web/pickers/choice-box.tsx';

/** A label with its explanation. */
export function PanelRow({
  label,
  help,
  children,
}: {
  label: string;
  help?: ReactNode;
  children: ReactNode;
}): ReactElement {
  return (
    <div className="design-row">
      <span className="design-label">{label}</span>
      {children}
      {help && <small className="quiet">{help}</small>}
    </div>
  );
}

/** A text input that is applied on blur or Enter, so that one change is one undo step. */
export function TextInput({
  label,
  value,
  onKeep,
  lines,
  mono,
  help,
  type = 'text',
  id,
  clears,
}: {
  label: string;
  value: string;
  onKeep: (value: string) => void;
  lines?: number;
  mono?: boolean;
  help?: ReactNode;
  type?: 'text' | 'number';
  id?: string;
  /** Empty the input after its value was applied, for inputs that add to a list. */ clears?: boolean;
}): ReactElement {
  const [typed, setTyped] = useState(value);
  const own = useId();
  useEffect(() => setTyped(value), [value]);
  const keep = (): void => {
    if (typed !== value) onKeep(typed);
    if (clears) setTyped('');
  };
  const shared = {
    id: id ?? own,
    className: mono ? 'plain-input mono' : 'plain-input',
    value: typed,
    onBlur: keep,
  };
  return (
    <div className="design-row">
      <label htmlFor={id ?? own} className="design-label">
        {label}
      </label>
      {lines ? (
        <textarea {...shared} rows={lines} onChange={(event) => setTyped(event.target.value)} />
      ) : (
        <input
          {...shared}
          type={type}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') keep();
          }}
        />
      )}
      {help && <small className="quiet">{help}</small>}
    </div>
  );
}

/** A choice of a few values under its label. */
export function ChoiceInput({
  label,
  value,
  items,
  onChange,
  help,
}: {
  label: string;
  value: string;
  items: readonly (readonly [key: string, label: string])[];
  onChange: (key: string) => void;
  help?: ReactNode;
}): ReactElement {
  const known = items.some(([key]) => key === value) || value === '' ? items : [...items, [value, value] as const];
  return (
    <PanelRow label={label} help={help}>
      <ChoiceBox
        label={label}
        value={value}
        items={known.map(([key, text]) => ({ key, label: text }))}
        onChange={onChange}
      />
    </PanelRow>
  );
}

/** A choice with all values visible as segments. */
export function SegmentsInput<K extends string>({
  label,
  value,
  items,
  onChange,
}: {
  label: string;
  value: K;
  items: readonly (readonly [key: K, label: string])[];
  onChange: (key: K) => void;
}): ReactElement {
  return (
    <PanelRow label={label}>
      <ChoiceRow
        label={label}
        items={items.map(([key, text]) => ({ key, label: text }))}
        value={value}
        onChange={onChange}
      />
    </PanelRow>
  );
}
