import { type KindView, asString } from './faces.view.tsx';

/** 1234567.50 as 1,234,567.50. */
export const inGroups = (text: string): string => text.replace(/^(-?)(\d+)/, (_, sign: string, whole: string) => sign + whole.replaceAll(/\B(?=(\d{3})+(?!\d))/g, ','));

/** `12.500` of a quantity is shown as `12.5`; money and prices keep what their kind gives them. */
const withoutZeros = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

/** Exact numbers are text from the database to the screen; a browser's own number would round them. */
export const decimalView = (trim: boolean): KindView => ({
  cell: ({ value }) => { const text = asString(value); return text && inGroups(trim ? withoutZeros(text) : text); },
});
