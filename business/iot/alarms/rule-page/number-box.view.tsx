import { type ReactElement, useState } from 'react';

interface NumberBoxProps {
  readonly label: string;
  readonly value: unknown;
  readonly onChange: (value: number | null) => void;
  readonly isChanged?: boolean;
  readonly isWrong?: boolean;
  readonly disabled?: boolean;
}

/** A number as it is typed; what is no number yet is not told. */
export function NumberBox({ label, value, onChange, isChanged, isWrong, disabled }: NumberBoxProps): ReactElement {
  const [typed, setTyped] = useState<string | null>(null);
  const shown =
    typed !== null && (typed === '' ? null : Number(typed)) === (value ?? null) ? typed : String(value ?? '');
  return (
    <input
      className="plain-input rule-number"
      aria-label={label}
      inputMode="decimal"
      value={typed !== null && /^-?\d*\.?\d*$/.test(typed) && Number.isNaN(Number(typed)) ? typed : shown}
      data-changed={isChanged}
      aria-invalid={isWrong || undefined}
      disabled={disabled}
      onChange={({ target }) => {
        if (!/^-?\d*\.?\d*$/.test(target.value)) return;
        setTyped(target.value);
        const read = Number(target.value);
        if (target.value === '') onChange(null);
        else if (!Number.isNaN(read)) onChange(read);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
