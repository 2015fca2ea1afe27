import { Input } from 'antd';
import { type InputFace, type KindView, asString, attributesOf } from './faces.view.tsx';
import { NumberRangeSearch } from './search.view.tsx';

/** 1234567.50 as 1,234,567.50. */
export const inGroups = (text: string): string => text.replace(/^(-?)(\d+)/, (_, sign: string, whole: string) => sign + whole.replaceAll(/\B(?=(\d{3})+(?!\d))/g, ','));

/** `12.500` of a quantity is shown as `12.5`; money and prices keep what their kind gives them. */
const withoutZeros = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

function NumberInput(face: InputFace): React.ReactElement {
  return <Input {...attributesOf(face)} className="number-input" inputMode="decimal" value={asString(face.value)} onChange={(event) => face.onChange(event.target.value)} />;
}

/** Exact numbers are text from the database to the screen; a browser's own number would round them. */
export const decimalView = (trim: boolean): KindView => ({
  cell: ({ value }) => { const text = asString(value); return text && inGroups(trim ? withoutZeros(text) : text); },
  Input: NumberInput,
  Search: NumberRangeSearch,
});
