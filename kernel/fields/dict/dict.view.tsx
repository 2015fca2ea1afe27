import type { ReactNode } from 'react';
import { type CellFace, type KindView, asString } from '../faces.view.tsx';

/**
 * Show the label of a key, as a pill if the key has a tone. The pill's mark has a shape per tone, for readers who
 * cannot distinguish the colours.
 */
function dictCell({ value, field, label, language }: CellFace): ReactNode {
  const key = asString(value);
  if (!key) return '';
  const item = field.dictionary?.items[key];
  const words = label ?? item?.[language === 'en' ? 1 : 0] ?? key;
  return item?.[2] ? <span className={`pill ${item[2]}`}>{words}</span> : words;
}

export const dictView: KindView = { cell: dictCell };
