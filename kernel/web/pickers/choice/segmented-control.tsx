import type { ReactElement } from 'react';
import { RadioGroup, type RadioGroupProps } from './radio-group.tsx';
import './segments.css';

/** Two to five ways in one strip, of which one is meant. `wide`: as wide as its place; `phone`: for a thumb. */
export function SegmentedControl<K extends string>({
  size,
  isChanged,
  ...group
}: RadioGroupProps<K> & { size?: 'wide' | 'phone'; isChanged?: boolean }): ReactElement {
  return <RadioGroup {...group} className="segments" data-size={size} data-changed={isChanged} />;
}
