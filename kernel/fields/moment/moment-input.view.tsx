import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { type InputFace, type KindInput, asString, attributesOf } from '../faces.view.tsx';
import { DayRangeSearch } from '../search.view.tsx';

export const momentInput: KindInput = {
  Input: (face: InputFace) => (
    <DatePicker
      {...attributesOf(face)}
      style={{ width: '100%' }}
      showTime={{ format: 'HH:mm' }}
      value={face.value ? dayjs(asString(face.value)) : null}
      format="YYYY-MM-DD HH:mm"
      onChange={(date) => face.onChange(date ? date.format('YYYY-MM-DD HH:mm:00') : null)}
    />
  ),
  Search: DayRangeSearch,
};
