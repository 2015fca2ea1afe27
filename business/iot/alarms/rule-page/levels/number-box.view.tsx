import { type ReactElement, useState } from 'react';

/** Is a text a number, or the beginning of one: a sign, digits and at most one point? */
function isNumberBegun(text: string): boolean {
  const unsigned = text.startsWith('-') ? text.slice(1) : text;
  return [...unsigned].every((sign) => (sign >= '0' && sign <= '9') || sign === '.') && unsigned.split('.').length <= 2;
}

interface NumberBoxProps {
  readonly label: string;
  readonly value: unknown;
  readonly onChange: (value: number | null) => void;
  readonly isChanged?: boolean;
  readonly isWrong?: boolean;
  readonly disabled?: boolean;
}

/** A text box for a number. An incomplete number is not passed to `onChange`. */
export function NumberBox({ label, value, onChange, isChanged, isWrong, disabled }: NumberBoxProps): ReactElement {
  const [typed, setTyped] = useState<string | null>(null);
  const shown =
    typed !== null && (typed === '' ? null : Number(typed)) === (value ?? null) ? typed : String(value ?? '');
  return (
    <input
      className="plain-input rule-number"
      aria-label={label}
      inputMode="decimal"
      value={typed !== null && isNumberBegun(typed) && Number.isNaN(Number(typed)) ? typed : shown}
      data-changed={isChanged}
      aria-invalid={isWrong || undefined}
      disabled={disabled}
      onChange={({ target }) => {
        if (!isNumberBegun(target.value)) return;
        setTyped(target.value);
        const read = Number(target.value);
        if (target.value === '') onChange(null);
        else if (!Number.isNaN(read)) onChange(read);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
