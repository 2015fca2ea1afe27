import { type KindView, asString } from './faces.view.tsx';
import { inThrees, withoutNeedlessZeros } from '#kernel/fields/text/text-ends.ts';

/** 1234567.50 as 1,234,567.50. */
export const inGroups = (text: string): string =>
  text.replace(/^(-?)(\d+)/, (_, sign: string, whole: string) => sign + inThrees(whole));

/** Exact numbers are text from the database to the screen; a browser's own number would round them. */
export const decimalView = (trim: boolean): KindView => ({
  cell: ({ value }) => {
    const text = asString(value);
    return text && inGroups(trim ? withoutNeedlessZeros(text) : text);
  },
});
