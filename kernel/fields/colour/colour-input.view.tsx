import { Input } from 'antd';
import { type ReactElement, Suspense, lazy } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { type InputFace, type KindInput, asString, attributesOf } from '../faces.view.tsx';
import { TextSearch } from '../search.view.tsx';
import { colourKind } from './colour.ts';
import './colour.css';

const UNCHOSEN = '#888888';

/** Loaded on demand: the colour picker is a large component, and few forms have a colour. */
const ColourPicker = lazy(() => import('./colour-picker.view.tsx'));

/** The input of a colour, which is chosen in the picker or typed. */
function ColourInput(face: InputFace): ReactElement {
  const t = useT();
  const typed = asString(face.value);
  const accepted = typed ? colourKind.accept(typed, face.field) : { value: UNCHOSEN };
  return (
    <span className="colour-input">
      <Suspense fallback={<span className="colour-swatch" />}>
        <ColourPicker
          label={t([`选择${face.field.label[0]}`, `Pick: ${face.field.label[1]}`])}
          disabled={face.disabled ?? false}
          value={'value' in accepted ? String(accepted.value) : UNCHOSEN}
          onPick={face.onChange}
        />
      </Suspense>
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
