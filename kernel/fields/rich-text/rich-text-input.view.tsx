import { type ReactElement, Suspense, lazy } from 'react';
import type { InputFace, KindInput } from '../faces.view.tsx';
import { TextSearch } from '../search.view.tsx';
import './rich-text.css';

// The editor is heavy and needed by few forms.
const RichEditor = lazy(() => import('./rich-editor.view.tsx'));

const RichTextInput = (face: InputFace): ReactElement => (
  <Suspense
    fallback={
      <div className="rich-editor">
        <div className="tiptap" />
      </div>
    }
  >
    <RichEditor {...face} />
  </Suspense>
);

export const richTextInput: KindInput = { Input: RichTextInput, Search: TextSearch };
