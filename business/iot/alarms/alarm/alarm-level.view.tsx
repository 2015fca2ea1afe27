import { Circle } from 'lucide-react';
import type { ReactElement } from 'react';
import { labelIn } from '#kernel/language/label.ts';
import { useLanguage } from '#kernel/web/i18n/words.ts';
import { alarmLevel } from '../../devices/dictionaries.ts';
import './alarm-level.css';

/** Show an alarm level as an icon and a word: a triangle for critical and major, a ring for the lesser levels. */
export function AlarmLevel({ level }: { level: string }): ReactElement {
  const language = useLanguage();
  const words = alarmLevel.items[level as keyof typeof alarmLevel.items];
  const isGrave = level === 'critical' || level === 'major';
  return (
    <span className="alarm-level" data-level={level}>
      {isGrave ? (
        <svg className="alarm-triangle" viewBox="0 0 10 9" width={10} height={9} aria-hidden>
          <path d="M5 0 10 9H0z" />
        </svg>
      ) : (
        <Circle size={11} strokeWidth={2.5} aria-hidden />
      )}
      {words ? labelIn([words[0], words[1]], language) : level}
    </span>
  );
}
