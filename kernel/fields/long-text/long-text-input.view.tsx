import { Input } from 'antd';
import { type InputFace, type KindInput, asString, attributesOf } from '../faces.view.tsx';
import { TextSearch } from '../search.view.tsx';
import './long-text.css';

/** Does CSS grow the text area with its text? If not, antd measures the text after each key. */
const GROWS = CSS.supports('field-sizing', 'content');

export const longTextInput: KindInput = {
  Input: (face: InputFace) => (
    <Input.TextArea
      {...attributesOf(face)}
      className={GROWS ? 'long-text' : undefined}
      value={asString(face.value)}
      autoSize={GROWS ? false : { minRows: 2, maxRows: 10 }}
      onChange={(event) => face.onChange(event.target.value)}
    />
  ),
  Search: TextSearch,
};
