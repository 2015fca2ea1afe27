import type { KindView } from '../faces.view.tsx';

/** Return whether a flag is set. Some calls return flags as 1 or 'true', for published clients. */
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
