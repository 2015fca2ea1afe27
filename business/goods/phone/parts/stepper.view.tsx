import { Minus, Plus } from 'lucide-react';
import type { ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';

/** A quantity with buttons for one less and one more. `name`: what is counted, for readers of the screen. */
export function Stepper({
  value,
  isLeast,
  isMost,
  name = '',
  onStep,
}: {
  value: number;
  isLeast: boolean;
  isMost: boolean;
  name?: string;
  onStep: (by: number) => void;
}): ReactElement {
  const t = useT();
  const of = name && ` ${name}`;
  return (
    <span className="day-stepper">
      <button
        type="button"
        aria-label={`${t(['少一个', 'One less'])}${of}`}
        disabled={isLeast}
        onClick={() => onStep(-1)}
      >
        <Minus size={20} aria-hidden />
      </button>
      <b aria-live="polite">{value}</b>
      <button
        type="button"
        aria-label={`${t(['多一个', 'One more'])}${of}`}
        disabled={isMost}
        onClick={() => onStep(1)}
      >
        <Plus size={20} aria-hidden />
      </button>
    </span>
  );
}
