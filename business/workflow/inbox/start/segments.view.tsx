import type { ReactElement } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { useT } from '#kernel/web/i18n/words.ts';

interface Choice {
  readonly value: string;
  readonly label: Label;
}

/** Whose processes: shared by all companies, or the company's own. */
export const MODES: readonly Choice[] = [
  { value: '', label: ['全部', 'All'] },
  { value: '1', label: ['通用', 'Shared'] },
  { value: '2', label: ['本公司', 'Own'] },
];

/** A choice of few as buttons beside each other. */
export function Segments({
  label,
  choices,
  value,
  onChange,
}: {
  label: string;
  choices: readonly Choice[];
  value: string;
  onChange: (value: string) => void;
}): ReactElement {
  const t = useT();
  return (
    <div className="segments" role="group" aria-label={label}>
      {choices.map((one) => (
        <button key={one.value} type="button" aria-pressed={one.value === value} onClick={() => onChange(one.value)}>
          {t(one.label)}
        </button>
      ))}
    </div>
  );
}
