import type { ReactElement } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { useT } from '#kernel/web/i18n/words.ts';

/** The field for a note in a bottom sheet. */
export function NoteField({
  label = ['说明', 'Note'],
  value,
  isMissing,
  problem,
  onChange,
}: {
  label?: Label;
  value: string;
  isMissing: boolean;
  /** Error text below the field; undefined if the sheet shows it itself. */ problem?: Label;
  onChange: (note: string) => void;
}): ReactElement {
  const t = useT();
  return (
    <>
      <label className="day-field">
        <span>{t(label)}</span>
        <textarea
          rows={3}
          maxLength={500}
          value={value}
          aria-invalid={isMissing}
          onChange={(event) => onChange(event.target.value)}
        />
      </label>
      {isMissing && problem && <p className="field-problem">{t(problem)}</p>}
    </>
  );
}

/** The two buttons of a sheet: cancel and confirm. */
export function SheetButtons({
  yes,
  danger = false,
  onYes,
  onClose,
}: {
  yes: Label;
  danger?: boolean;
  onYes: () => void;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  return (
    <>
      <button type="button" className="day-button" onClick={onClose}>
        {t(['取消', 'Cancel'])}
      </button>
      <button type="button" className={`day-button strong${danger ? ' danger' : ''}`} onClick={onYes}>
        {t(yes)}
      </button>
    </>
  );
}
