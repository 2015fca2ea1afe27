import DOMPurify from 'dompurify';
import { type ReactElement, useMemo } from 'react';
import { RICH_TAGS, firstPictureOf } from './rich-text.ts';
import './rich-text.css';

const cleaner = DOMPurify(window);
// A picture that is none of the product's own goes, whatever else its address would do.
cleaner.addHook('uponSanitizeElement', (node) => {
  if (node instanceof HTMLImageElement && !firstPictureOf(node.getAttribute('src') ?? '')) node.remove();
});

/** Text with marks as it is read. It was cleaned when it was written, and is cleaned again: what the table holds is not believed. */
export default function RichWords({ html }: { html: string }): ReactElement {
  const clean = useMemo(
    () =>
      cleaner.sanitize(html, {
        ALLOWED_TAGS: [...RICH_TAGS],
        ALLOWED_ATTR: ['src', 'alt', 'href', 'target', 'rel', 'colspan', 'rowspan'],
        ALLOWED_URI_REGEXP: /^(?:(?:https?|mailto):|\/api\/blade-resource\/file\/\d)/i,
        ADD_ATTR: ['target'],
      }),
    [html],
  );
  // No div: the lists that hold it lay those out in rows.
  return <section className="rich-text" dangerouslySetInnerHTML={{ __html: clean }} />;
}
