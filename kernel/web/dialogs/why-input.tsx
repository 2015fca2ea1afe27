import { type ReactElement, useId } from 'react';
import { useT } from '../i18n/words.ts';

const MAX_LENGTH = 500;

/** Input for the optional reason of a change, which the history of the row shows. */
export function WhyInput({ value, onChange }: { value: string; onChange: (value: string) => void }): ReactElement {
  const t = useT();
  const id = useId();
  return (
    <div className="plain-field form-why">
      <label htmlFor={id}>{t(['为什么改', 'Why it is changed'])}</label>
      <input
        id={id}
        className="plain-input"
        value={value}
        maxLength={MAX_LENGTH}
        placeholder={t(['可不填，写进历史', 'Optional; the history shows it'])}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
