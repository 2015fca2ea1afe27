import DOMPurify from 'dompurify';
import { type ReactElement, useMemo } from 'react';
import { RICH_TAGS, firstPictureOf } from './rich-text.ts';
import './rich-text.css';

const cleaner = DOMPurify(window);
// Remove pictures that are not stored in the product, even if their address would be allowed.
cleaner.addHook('uponSanitizeElement', (node) => {
  if (node instanceof HTMLImageElement && !firstPictureOf(node.getAttribute('src') ?? '')) node.remove();
});

/**
 * Shows a rich text. It was cleaned before it was stored, and is cleaned again here, so that safety does not depend on
 * the database.
 */
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
  // A `section`, because the CSS of surrounding lists arranges every `div` as a row.
  return <section className="rich-text" dangerouslySetInnerHTML={{ __html: clean }} />;
}
