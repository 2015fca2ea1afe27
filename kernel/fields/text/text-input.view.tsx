import { Input } from 'antd';
import { type InputFace, type KindInput, asString, attributesOf } from '../faces.view.tsx';
import { TextSearch } from '../search.view.tsx';

/** Input and search of a line of text; also of paper numbers and ids. */
export const textInput: KindInput = {
  Input: (face: InputFace) => (
    <Input
      {...attributesOf(face)}
      value={asString(face.value)}
      maxLength={face.field.max}
      onChange={(event) => face.onChange(event.target.value)}
    />
  ),
  Search: TextSearch,
};
