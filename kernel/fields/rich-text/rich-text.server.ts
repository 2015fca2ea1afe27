import sanitizeHtml from 'sanitize-html';
import type { SqlColumn } from '../column.ts';
import { RICH_TAGS, firstPictureOf } from './rich-text.ts';

/** A picture is one of the product, by its attachment; any other goes. */
function picture(
  tagName: string,
  { src = '', alt }: Readonly<Record<string, string>>,
): { tagName: string; attribs: Record<string, string> } {
  const id = firstPictureOf(src);
  return { tagName, attribs: id ? { src: `att:${id}`, ...(alt && { alt: alt.slice(0, 200) }) } : {} };
}

/** What may stand in a table, whoever wrote it: a few marks, links to the web and to mail, pictures of the product, no attributes beside. */
export const clean = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: [...RICH_TAGS],
    allowedAttributes: {
      a: ['href', 'target', 'rel'],
      img: ['src', 'alt'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan'],
    },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowedSchemesByTag: { img: ['att'] },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    transformTags: {
      a: sanitizeHtml.simpleTransform('a', { target: '_blank', rel: 'noopener noreferrer' }),
      img: picture,
    },
  });

/** Cleaned as it is written: no way into the table goes past this. */
export const richTextColumn: SqlColumn = {
  type: () => 'text',
  bind: (value) => clean(String(value)),
  empty: '',
  indexed: false,
};
