import sanitizeHtml from 'sanitize-html';
import type { SqlColumn } from '../column.ts';
import { RICH_TAGS, firstPictureOf, picturesIn, plainWords, withLinks } from './rich-text.ts';

/**
 * Return the tag of a picture with only the id of its attachment and its description. A picture of another site gets no
 * address, so `clean` removes it.
 */
function picture(
  tagName: string,
  { src = '', alt }: Readonly<Record<string, string>>,
): { tagName: string; attribs: Record<string, string> } {
  const id = firstPictureOf(src);
  return { tagName, attribs: id ? { src: `att:${id}`, ...(alt && { alt: alt.slice(0, 200) }) } : {} };
}

/**
 * Return HTML that is safe to store, from any writer: only `RICH_TAGS`, links to web and mail addresses, and pictures
 * of the product. All other attributes are removed.
 */
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

/** Number of characters of a rich text that lists show and searches read. */
const FIRST_WORDS = 200;
const MAX_READ = 4000;
const firstWords = (html: string): string => plainWords(html.slice(0, MAX_READ)).slice(0, FIRST_WORDS);

/** HTML is cleaned when it becomes a statement parameter, so no write can avoid it. */
export const richTextColumn: SqlColumn = {
  type: () => 'text',
  bind: (value) => clean(String(value)),
  wire: (raw, _field, { link, excerpt }) => (excerpt ? firstWords(String(raw)) : withLinks(String(raw), link)),
  attachments: (value) => (typeof value === 'string' && value.includes('<img') ? picturesIn(clean(value)) : []),
  isLong: () => false,
  empty: '',
  indexed: false,
};
