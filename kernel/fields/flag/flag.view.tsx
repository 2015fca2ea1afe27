import type { KindView } from '../faces.view.tsx';

export const flagView: KindView = {
  cell: ({ value, language }) => (value === undefined || value === null || value === '' ? '' : value === true || value === 1 ? (language === 'en' ? 'Yes' : '是') : <span className="quiet">{language === 'en' ? 'No' : '否'}</span>),
};
