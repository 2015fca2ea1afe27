import type { ReactElement } from 'react';
import { dayFromNow, dayHeading } from '#kernel/web/i18n/dates.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { SuggestBox } from '#kernel/web/pickers/suggest-box.tsx';

const WEEK = 7;
const DAY_MS = 86_400_000;

/** Return the day `by` days after `day`; tomorrow if `day` is not valid. */
function moved(day: string, by: number): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) ? dayFromNow(1) : new Date(at + by * DAY_MS).toISOString().slice(0, 10);
}

/**
 * Keyboard-friendly input of a day: typed, stepped by ↑ and ↓, or chosen from the next week. It shows days in the
 * product's format, not the browser's.
 */
export function DayBox({
  id,
  value,
  invalid,
  onChange,
}: {
  id: string;
  value: string;
  invalid: boolean;
  onChange: (day: string) => void;
}): ReactElement {
  const t = useT();
  const language = useLanguage();
  return (
    <SuggestBox
      id={id}
      label={t(['期望日期', 'Wanted day'])}
      inputMode="numeric"
      maxLength={10}
      placeholder="YYYY-MM-DD"
      value={value}
      invalid={invalid}
      items={Array.from({ length: WEEK }, (_, at) => dayFromNow(at)).map((day) => ({
        key: day,
        label: dayHeading(day, language),
        hint: day,
      }))}
      onStep={(by) => onChange(moved(value, by))}
      onType={onChange}
      onChoose={(day) => onChange(day.key)}
    />
  );
}
