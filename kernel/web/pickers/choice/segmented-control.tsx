import type { ReactElement } from 'react';
import { RadioGroup, type RadioGroupProps } from './radio-group.tsx';
import './segments.css';

/**
 * A radio group of two to five items in one strip. `size`: `wide` fills the width of its container, `phone` is high
 * enough for a thumb.
 */
export function SegmentedControl<K extends string>({
  size,
  isChanged,
  ...group
}: RadioGroupProps<K> & { size?: 'wide' | 'phone'; isChanged?: boolean }): ReactElement {
  return <RadioGroup {...group} className="segments" data-size={size} data-changed={isChanged} />;
}
