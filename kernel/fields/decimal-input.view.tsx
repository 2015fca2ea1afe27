import { Input } from 'antd';
import type { ReactElement } from 'react';
import { type InputFace, type KindInput, asString, attributesOf } from './faces.view.tsx';
import { NumberRangeSearch } from './search.view.tsx';

function NumberInput(face: InputFace): ReactElement {
  return (
    <Input
      {...attributesOf(face)}
      className="number-input"
      inputMode="decimal"
      value={asString(face.value)}
      onChange={(event) => face.onChange(event.target.value)}
    />
  );
}

/** The input and search of whole numbers, money, quantities, prices and rates. */
export const decimalInput: KindInput = { Input: NumberInput, Search: NumberRangeSearch };
