import { Input } from 'antd';
import { type InputFace, type KindInput, asString, attributesOf } from '../faces.view.tsx';
import { TextSearch } from '../search.view.tsx';

export const longTextInput: KindInput = {
  Input: (face: InputFace) => <Input.TextArea {...attributesOf(face)} value={asString(face.value)} autoSize={{ minRows: 2, maxRows: 10 }} onChange={(event) => face.onChange(event.target.value)} />,
  Search: TextSearch,
};
