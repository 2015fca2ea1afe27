import { Input, TimePicker } from 'antd';
import dayjs from 'dayjs';
import type { ReactElement } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { type InputFace, type KindInput, type SearchFace, asString, attributesOf } from '../faces.view.tsx';

/** From and to, both included. */
function ClockSearch({ name, field, filters, onChange }: SearchFace): ReactElement {
  const t = useT();
  const bound = (operator: 'ge' | 'le', label: Label): ReactElement => (
    <Input
      type="time"
      aria-label={`${t(field.label)} ${t(label)}`}
      defaultValue={filters[`${name}_${operator}`] ?? ''}
      onChange={(event) => onChange({ [`${name}_${operator}`]: event.target.value || undefined })}
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
      value={face.value ? dayjs(`2000-01-01 ${asString(face.value)}`) : null}
      onChange={(time) => face.onChange(time ? time.format('HH:mm') : null)}
    />
  ),
  Search: ClockSearch,
};
