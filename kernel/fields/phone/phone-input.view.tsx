import { Input } from 'antd';
import { type InputFace, type KindInput, asString, attributesOf } from '../faces.view.tsx';
import { TextSearch } from '../search.view.tsx';

export const phoneInput: KindInput = {
  Input: (face: InputFace) => (
    <Input
      {...attributesOf(face)}
      inputMode="tel"
      autoComplete="off"
      value={asString(face.value)}
      maxLength={face.field.max}
      onChange={(event) => face.onChange(event.target.value)}
    />
  ),
  Search: TextSearch,
};
