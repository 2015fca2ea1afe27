import { type KeyboardEvent, type ReactElement, useId } from 'react';
import { dayFromNow, dayHeading } from '#kernel/web/i18n/dates.ts';
import { useLanguage } from '#kernel/web/i18n/words.ts';

const WEEK = 7;
const DAY_MS = 86_400_000;

/** The day before or after, as it is written. */
function moved(day: string, by: number): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) ? dayFromNow(1) : new Date(at + by * DAY_MS).toISOString().slice(0, 10);
}

/** A day for hands that stay on the keys: typed, stepped with ↑ and ↓, or taken from the next week. Written as everywhere else, not as the browser would. */
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
  const list = useId();
  const language = useLanguage();
  const step = (event: KeyboardEvent): void => {
    if (event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onChange(moved(value, event.key === 'ArrowUp' ? 1 : -1));
  };
  return (
    <>
      <input
        id={id}
        className="plain-input"
        list={list}
        inputMode="numeric"
        maxLength={10}
        placeholder="YYYY-MM-DD"
        autoComplete="off"
        value={value}
        aria-invalid={invalid || undefined}
        onKeyDown={step}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={list}>
        {Array.from({ length: WEEK }, (_, at) => dayFromNow(at)).map((day) => (
          <option key={day} value={day}>
            {dayHeading(day, language)}
          </option>
        ))}
      </datalist>
    </>
  );
}
