import type { ReactElement } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { useT } from '#kernel/web/i18n/words.ts';

/** A search input that filters a list. */
export function WordFilter({
  label,
  value,
  onChange,
}: {
  label: Label;
  value: string;
  onChange: (word: string) => void;
}): ReactElement {
  const t = useT();
  return (
    <input
      type="search"
      className="plain-input"
      placeholder={t(label)}
      aria-label={t(label)}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
