import { ColorPicker } from 'antd';
import type { ReactElement } from 'react';

/** The colour picker of antd, opened by a swatch of our own that shows the present colour. */
export default function ColourPicker({
  label,
  value,
  disabled,
  onPick,
}: {
  label: string;
  value: string;
  disabled: boolean;
  onPick: (colour: string) => void;
}): ReactElement {
  return (
    <ColorPicker value={value} disabled={disabled} disabledAlpha onChangeComplete={(one) => onPick(one.toHexString())}>
      <button type="button" className="colour-swatch" aria-label={label} disabled={disabled}>
        <i style={{ background: value }} />
      </button>
    </ColorPicker>
  );
}
