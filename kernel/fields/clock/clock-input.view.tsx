import { Input, TimePicker } from 'antd';
import dayjs from 'dayjs';
import type { ReactElement } from 'react';
import { type InputFace, type KindInput, type SearchFace, asString, attributesOf } from '../faces.view.tsx';

const ClockSearch = ({ name, filters, onChange }: SearchFace): ReactElement => (
  <div className="search-range">
    {(['ge', 'le'] as const).map((operator) => <Input key={operator} type="time" aria-label={operator} defaultValue={filters[`${name}_${operator}`] ?? ''} onChange={(event) => onChange({ [`${name}_${operator}`]: event.target.value || undefined })} />)}
  </div>
);

export const clockInput: KindInput = {
  Input: (face: InputFace) => <TimePicker {...attributesOf(face)} style={{ width: '100%' }} format="HH:mm" value={face.value ? dayjs(`2000-01-01 ${asString(face.value)}`) : null} onChange={(time) => face.onChange(time ? time.format('HH:mm') : null)} />,
  Search: ClockSearch,
};
