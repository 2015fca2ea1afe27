import { Input } from 'antd';
import { type InputFace, type KindView, asString, attributesOf } from '../faces.view.tsx';
import { TextSearch } from '../search.view.tsx';

export const longTextView: KindView = {
  cell: ({ value }) => asString(value).replaceAll('\n', ' '),
  detail: ({ value }) => <span className="long-text">{asString(value)}</span>,
  Input: (face: InputFace) => <Input.TextArea {...attributesOf(face)} value={asString(face.value)} autoSize={{ minRows: 2, maxRows: 10 }} onChange={(event) => face.onChange(event.target.value)} />,
  Search: TextSearch,
};
