import type { ReactElement } from 'react';
import { RowPicker } from '#kernel/web/pickers/row-picker.tsx';
import { withControls } from '#kernel/web/theme/with-controls.tsx';
import { useT } from '#kernel/web/i18n/words.ts';

interface CodePickerProps {
  readonly value: string;
  readonly disabled: boolean;
  readonly onChange: (id: string | null) => void;
}

function Picker({ value, disabled, onChange }: CodePickerProps): ReactElement {
  const t = useT();
  return (
    <RowPicker
      paper="troubleCode"
      label={t(['故障码', 'Trouble code'])}
      value={value ? [value] : []}
      onChange={([id]) => onChange(id ?? null)}
      attributes={{ disabled, style: { width: 220 } }}
    />
  );
}

/** Lets the person choose the trouble code that a rule names. */
export const CodePicker = withControls<CodePickerProps>(() => Promise.resolve(Picker));
