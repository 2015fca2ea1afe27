import sanitizeHtml from 'sanitize-html';
import type { SqlColumn } from '../column.ts';
import { RICH_TAGS, firstPictureOf, picturesIn, plainWords, withLinks } from './rich-text.ts';

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

/** So much of a rich text stands in a list, looked for in so much of it. */
const FIRST_WORDS = 200;
const MOST_READ = 4000;
const firstWords = (html: string): string => plainWords(html.slice(0, MOST_READ)).slice(0, FIRST_WORDS);

/** Cleaned as it is written: no way into the table goes past this. */
export const richTextColumn: SqlColumn = {
  type: () => 'text',
  bind: (value) => clean(String(value)),
  wire: (raw, _field, { link, excerpt }) => (excerpt ? firstWords(String(raw)) : withLinks(String(raw), link)),
  attachments: (value) => (typeof value === 'string' && value.includes('<img') ? picturesIn(clean(value)) : []),
  isLong: () => false,
  empty: '',
  indexed: false,
};
