import { Input } from 'antd';
import { type InputFace, type KindInput, asString, attributesOf } from '../faces.view.tsx';
import { TextSearch } from '../search.view.tsx';

/** A line of text: also numbers of papers and ids, which are read more than typed. */
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
