import { TimePicker } from 'antd';
import dayjs from 'dayjs';
import type { ReactElement } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { type InputFace, type KindInput, type SearchFace, asString, attributesOf } from '../faces.view.tsx';

/** Return a time of day as dayjs needs it, on a fixed day; null for none. */
const asTime = (clock: string | undefined) => (clock ? dayjs(`2000-01-01 ${clock}`) : null);

/** Search by a range of times of day; both ends are included. */
function ClockSearch({ name, field, filters, onChange }: SearchFace): ReactElement {
  const t = useT();
  const bound = (operator: 'ge' | 'le', label: Label): ReactElement => (
    <TimePicker
      aria-label={`${t(field.label)} ${t(label)}`}
      format="HH:mm"
      placeholder=""
      value={asTime(filters[`${name}_${operator}`])}
      onChange={(time) => onChange({ [`${name}_${operator}`]: time?.format('HH:mm') })}
    />
  );
  return (
    <div className="search-range">
      {bound('ge', ['从', 'from'])}
      <span>–</span>
      {bound('le', ['到', 'to'])}
    </div>
  );
}

export const clockInput: KindInput = {
  Input: (face: InputFace) => (
    <TimePicker
      {...attributesOf(face)}
      style={{ width: '100%' }}
      format="HH:mm"
      value={asTime(asString(face.value))}
      onChange={(time) => face.onChange(time ? time.format('HH:mm') : null)}
    />
  ),
  Search: ClockSearch,
};
