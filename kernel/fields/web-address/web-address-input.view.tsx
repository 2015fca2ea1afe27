import { Input } from 'antd';
import { type InputFace, type KindInput, asString, attributesOf } from '../faces.view.tsx';
import { TextSearch } from '../search.view.tsx';

export const webAddressInput: KindInput = {
  Input: (face: InputFace) => (
    <Input
      {...attributesOf(face)}
      type="url"
      inputMode="url"
      placeholder="https://"
      value={asString(face.value)}
      maxLength={face.field.max}
      onChange={(event) => face.onChange(event.target.value)}
    />
  ),
  Search: TextSearch,
};
