import type { ReactNode } from 'react';
import { type CellFace, type KindView, asString } from '../faces.view.tsx';

/** A key in words, as a pill where its tone means something: the mark's shape says it too, never the colour alone. */
function dictCell({ value, field, label, language }: CellFace): ReactNode {
  const key = asString(value);
  if (!key) return '';
  const item = field.dictionary?.items[key];
  const words = label ?? item?.[language === 'en' ? 1 : 0] ?? key;
  return item?.[2] ? <span className={`pill ${item[2]}`}>{words}</span> : words;
}

export const dictView: KindView = { cell: dictCell };
