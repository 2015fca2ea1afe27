import { type KindView, asString } from './faces.view.tsx';
import { inThrees, withoutNeedlessZeros } from '#kernel/fields/text/text-ends.ts';

/** Return a decimal with thousands separators: 1234567.50 as 1,234,567.50. */
export const inGroups = (text: string): string =>
  text.replace(/^(-?)(\d+)/, (_, sign: string, whole: string) => sign + inThrees(whole));

/** Show a decimal from its text: JavaScript numbers would round it. `trim`: without trailing zeros. */
export const decimalView = (trim: boolean): KindView => ({
  cell: ({ value }) => {
    const text = asString(value);
    return text && inGroups(trim ? withoutNeedlessZeros(text) : text);
  },
});
