import type { ReactElement } from 'react';
import { RadioGroup, type RadioGroupProps } from './radio-group.tsx';
import './choice-row.css';

/** A radio group of separate buttons, which wrap into several rows if needed. */
export function ChoiceRow<K extends string>(group: RadioGroupProps<K>): ReactElement {
  return <RadioGroup {...group} className="choice-row" />;
}
