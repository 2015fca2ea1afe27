import { momentWords } from '#kernel/web/i18n/dates.ts';
import { type KindView, asString } from '../faces.view.tsx';

export const momentView: KindView = {
  cell: ({ value, language }) => momentWords(asString(value), language),
  detail: ({ value, language }) => momentWords(asString(value), language, 'second'),
};
