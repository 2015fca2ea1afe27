import { Checkbox, DatePicker, Input } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import type { ReactElement } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { dayFromNow, spans, today } from '#kernel/web/i18n/dates.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { type SearchFace, asList } from './faces.view.tsx';

/** Search by a part of a text. */
export function TextSearch({ name, field, filters, onChange }: SearchFace): ReactElement {
  const t = useT();
  return (
    <Input
      allowClear
      aria-label={t(field.label)}
      defaultValue={filters[name] ?? ''}
      onChange={(event) => onChange({ [name]: event.target.value.trim() || undefined })}
    />
  );
}

/** Search by a range of numbers; both ends are included. */
export function NumberRangeSearch({ name, field, filters, onChange }: SearchFace): ReactElement {
  const t = useT();
  const bound = (operator: 'ge' | 'le', label: Label): ReactElement => (
    <Input
      inputMode="decimal"
      placeholder={t(label)}
      aria-label={`${t(field.label)} ${t(label)}`}
      defaultValue={filters[`${name}_${operator}`] ?? ''}
      onChange={(event) => onChange({ [`${name}_${operator}`]: event.target.value.trim() || undefined })}
    />
  );
  return (
    <div className="search-range">
      {bound('ge', ['不小于', 'At least'])}
      <span>–</span>
      {bound('le', ['不大于', 'At most'])}
    </div>
  );
}

/** Search by a range of days, both included, with buttons for the usual ranges. */
export function DayRangeSearch({ name, field, filters, onChange }: SearchFace): ReactElement {
  const t = useT();
  const [fromName, toName] = [`${name}_dategt`, `${name}_datelt`];
  const read = (text: string | undefined): Dayjs | null => (text ? dayjs(text) : null);
  const set = (from: string | undefined, to: string | undefined): void => onChange({ [fromName]: from, [toName]: to });
  return (
    <div className="search-days">
      <div className="choice-grid">
        {spans.map(([label, start, end]) => {
          const chosen = filters[fromName] === dayFromNow(start) && filters[toName] === dayFromNow(end);
          return (
            <button
              key={label[1]}
              type="button"
              className="choice"
              aria-pressed={chosen}
              onClick={() => (chosen ? set(undefined, undefined) : set(dayFromNow(start), dayFromNow(end)))}
            >
              {t(label)}
            </button>
          );
        })}
      </div>
      <DatePicker.RangePicker
        allowEmpty={[true, true]}
        value={[read(filters[fromName]), read(filters[toName])]}
        aria-label={t(field.label)}
        defaultPickerValue={[dayjs(today()), dayjs(today())]}
        placeholder={[t(['从', 'From']), t(['到', 'To'])]}
        onChange={(range) => set(range?.[0]?.format('YYYY-MM-DD'), range?.[1]?.format('YYYY-MM-DD'))}
      />
    </div>
  );
}

export interface SearchChoice {
  readonly key: string;
  readonly label: string;
  readonly tone?: string;
}

/** Search by any of several choices, all of which are visible. */
export function ChoiceSearch({
  name,
  filters,
  onChange,
  choices,
}: SearchFace & { readonly choices: readonly SearchChoice[] }): ReactElement {
  const chosen = asList(filters[name]);
  return (
    <Checkbox.Group
      className="choice-list"
      value={chosen}
      onChange={(next) => onChange({ [name]: next.join(',') || undefined })}
    >
      {choices.map((choice) => (
        <Checkbox key={choice.key} value={choice.key}>
          {choice.label}
        </Checkbox>
      ))}
    </Checkbox.Group>
  );
}
