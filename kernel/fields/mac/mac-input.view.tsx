import { Input } from 'antd';
import { type InputFace, type KindInput, asString, attributesOf } from '../faces.view.tsx';
import { TextSearch } from '../search.view.tsx';

export const macInput: KindInput = {
  Input: (face: InputFace) => (
    <Input
      {...attributesOf(face)}
      className="mono"
      placeholder="A4:CF:12:34:56:78"
      value={asString(face.value)}
      maxLength={face.field.max}
      onChange={(event) => face.onChange(event.target.value)}
    />
  ),
  Search: TextSearch,
};
