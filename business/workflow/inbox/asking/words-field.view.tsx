import { type ReactElement, useId } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { useT } from '#kernel/web/i18n/words.ts';

/** The input for a comment on an action. */
export function WordsField({
  label,
  value,
  required,
  onChange,
}: {
  label: Label;
  value: string;
  required?: boolean;
  onChange: (words: string) => void;
}): ReactElement {
  const t = useT();
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>
        {t(label)}
        {required && (
          <span className="must" aria-hidden>
            *
          </span>
        )}
      </label>
      <textarea
        id={id}
        className="plain-input"
        rows={3}
        maxLength={2000}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
