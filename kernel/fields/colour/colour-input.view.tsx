import { Input } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { type InputFace, type KindInput, asString, attributesOf } from '../faces.view.tsx';
import { TextSearch } from '../search.view.tsx';
import { colourKind } from './colour.ts';
import './colour.css';

const UNCHOSEN = '#888888';

/** Picked with the picker of the browser, or typed. */
function ColourInput(face: InputFace): ReactElement {
  const t = useT();
  const typed = asString(face.value);
  const accepted = typed ? colourKind.accept(typed, face.field) : { value: UNCHOSEN };
  return (
    <span className="colour-input">
      <input
        type="color"
        aria-label={t([`选择${face.field.label[0]}`, `Pick: ${face.field.label[1]}`])}
        disabled={face.disabled}
        value={'value' in accepted ? String(accepted.value) : UNCHOSEN}
        onChange={(event) => face.onChange(event.target.value)}
      />
      <Input
        {...attributesOf(face)}
        className="mono"
        placeholder="#rrggbb"
        maxLength={7}
        value={typed}
        onChange={(event) => face.onChange(event.target.value)}
      />
    </span>
  );
}

export const colourInput: KindInput = { Input: ColourInput, Search: TextSearch };
