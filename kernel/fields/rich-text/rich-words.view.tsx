import DOMPurify from 'dompurify';
import { type ReactElement, useMemo } from 'react';
import { RICH_TAGS } from './rich-text.ts';
import './rich-text.css';

/** Text with marks as it is read. It was cleaned when it was written, and is cleaned again: what the table holds is not believed. */
export default function RichWords({ html }: { html: string }): ReactElement {
  const clean = useMemo(() => DOMPurify.sanitize(html, { ALLOWED_TAGS: [...RICH_TAGS], ALLOWED_ATTR: ['href', 'target', 'rel', 'colspan', 'rowspan'], ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i, ADD_ATTR: ['target'] }), [html]);
  // No div: the lists that hold it lay those out in rows.
  return <section className="rich-text" dangerouslySetInnerHTML={{ __html: clean }} />;
}
