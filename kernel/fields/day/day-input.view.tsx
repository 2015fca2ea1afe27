import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { type InputFace, type KindInput, asString, attributesOf } from '../faces.view.tsx';
import { DayRangeSearch } from '../search.view.tsx';

export const dayInput: KindInput = {
  Input: (face: InputFace) => (
    <DatePicker
      {...attributesOf(face)}
      style={{ width: '100%' }}
      value={face.value ? dayjs(asString(face.value)) : null}
      format={{ format: 'YYYY-MM-DD', type: 'mask' }}
      onChange={(date) => face.onChange(date ? date.format('YYYY-MM-DD') : null)}
    />
  ),
  Search: DayRangeSearch,
};
