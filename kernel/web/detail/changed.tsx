import { ArrowRight } from 'lucide-react';
import type { ReactElement } from 'react';
import { wireWords } from '../i18n/dates.ts';
import { useT } from '../i18n/words.ts';

const words = (value: unknown, empty: string): string => {
  if (value === null || value === undefined || value === '') return empty;
  // Show a structured value by its parts' labels, because the names of parts are for programs.
  if (typeof value === 'object')
    return Object.values(value)
      .map((part) => words(part, ''))
      .filter(Boolean)
      .join(' · ');
  return wireWords(String(value));
};

/** The old and the new value of a changed field; for a new row only its first value. */
export function Changed({
  label,
  old,
  now,
  isNew,
}: {
  label: string;
  old?: unknown;
  now: unknown;
  isNew?: boolean;
}): ReactElement {
  const t = useT();
  const empty = t(['空', 'empty']);
  return (
    <p className="history-change">
      <span>{label}</span>
      {!isNew && (
        <>
          <span>{words(old, empty)}</span>
          <ArrowRight size={12} aria-label={t(['变为', 'became'])} />
        </>
      )}
      <b>{words(now, isNew ? '' : empty)}</b>
    </p>
  );
}
