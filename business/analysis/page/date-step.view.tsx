import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';

/** A date with buttons to the period before and after; in the last period (`isLast`) the second one is disabled. */
export function DateStep({
  date,
  isLast,
  step,
}: {
  date: string;
  isLast: boolean;
  step: (by: -1 | 1) => void;
}): ReactElement {
  const t = useT();
  return (
    <span className="energy-step">
      <button type="button" className="button plain" aria-label={t(['往前', 'Earlier'])} onClick={() => step(-1)}>
        <ChevronLeft size={15} aria-hidden />
      </button>
      <b>{date}</b>
      <button
        type="button"
        className="button plain"
        aria-label={t(['往后', 'Later'])}
        disabled={isLast}
        title={isLast ? t(['还没有到', 'It is not there yet']) : undefined}
        onClick={() => step(1)}
      >
        <ChevronRight size={15} aria-hidden />
      </button>
    </span>
  );
}
