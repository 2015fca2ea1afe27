import { dayInWords } from '#kernel/web/i18n/dates.ts';
import { type KindView, asString } from '../faces.view.tsx';

export const dayView: KindView = { cell: ({ value, language }) => dayInWords(asString(value).slice(0, 10), language) };
