import type { ReactElement } from 'react';
import { RadioGroup, type RadioGroupProps } from './radio-group.tsx';
import './choice-row.css';

/** A handful of choices as buttons of their own, in as many rows as they need. */
export function ChoiceRow<K extends string>(group: RadioGroupProps<K>): ReactElement {
  return <RadioGroup {...group} className="choice-row" />;
}
