import { Suspense, lazy } from 'react';
import { type KindView, asString } from '../faces.view.tsx';
import { plainWords } from './rich-text.ts';

// Loaded on demand, because the sanitizer is large: only details show such a text in full.
const RichWords = lazy(() => import('./rich-words.view.tsx'));

export const richTextView: KindView = {
  cell: ({ value }) => plainWords(asString(value)),
  detail: ({ value }) => (
    <Suspense fallback={plainWords(asString(value))}>
      <RichWords html={asString(value)} />
    </Suspense>
  ),
};
