import { type KindView, asList } from '../faces.view.tsx';

export const dictsView: KindView = {
  cell: ({ value, field, label, language }) =>
    label ??
    asList(value)
      .map((key) => field.dictionary?.items[key]?.[language === 'en' ? 1 : 0] ?? key)
      .join(language === 'en' ? ', ' : '、'),
};
