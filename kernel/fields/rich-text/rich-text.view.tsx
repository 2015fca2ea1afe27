import { Suspense, lazy } from 'react';
import { type KindView, asString } from '../faces.view.tsx';
import { plainWords } from './rich-text.ts';

// The cleaner comes when the first such text is read whole.
const RichWords = lazy(() => import('./rich-words.view.tsx'));

export const richTextView: KindView = {
  cell: ({ value }) => plainWords(asString(value)),
  detail: ({ value }) => (
    <Suspense fallback={plainWords(asString(value))}>
      <RichWords html={asString(value)} />
    </Suspense>
  ),
};
