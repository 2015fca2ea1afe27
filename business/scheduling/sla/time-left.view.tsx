import type { ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { leftTone, minutesUntil, shareLeft, dueWords } from './time-left.rules.ts';
import './time-left.css';

/** Time left between start and due time, as a bar and text. */
export function TimeLeft({
  began,
  due,
  now,
  bar = true,
}: {
  began: string;
  due: string;
  now: string;
  bar?: boolean;
}): ReactElement {
  const t = useT();
  const left = minutesUntil(due, now);
  return (
    <span className="time-left" data-tone={leftTone(left)}>
      {bar && (
        <i aria-hidden>
          <u style={{ width: `${left < 0 ? 100 : Math.max(6, shareLeft(began, due, now) * 100)}%` }} />
        </i>
      )}
      {t(dueWords(left))}
    </span>
  );
}
