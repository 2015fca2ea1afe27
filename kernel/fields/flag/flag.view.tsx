import type { KindView } from '../faces.view.tsx';

/** Some flags go over the wire as words, for the forms of the family. */
export const isYes = (value: unknown): boolean => value === true || value === 1 || value === 'true';

export const flagView: KindView = {
  cell: ({ value, language }) =>
    value === undefined || value === null || value === '' ? (
      ''
    ) : isYes(value) ? (
      language === 'en' ? (
        'Yes'
      ) : (
        '是'
      )
    ) : (
      <span className="quiet">{language === 'en' ? 'No' : '否'}</span>
    ),
};
