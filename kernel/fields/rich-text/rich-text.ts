import { type FieldOptions, type Of, field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { type Accepted, type Kind, incomingText, hasControls, malformed, problem, tooLong } from '../kind.ts';

/**
 * Text with headings, lists and links, as HTML of a few harmless tags, at most `max` characters (default 20,000).
 * It is cleaned when written (`rich-text.server.ts`) and again when shown (`rich-words.view.tsx`).
 */
export const richText = <const O extends FieldOptions & { max?: number }>(label: Label, options?: O): Of<string, O> =>
  field<string, O>('richText', label, options, { max: 20_000, wide: true });

/** Allowed tags; all others are removed, scripts and styles with their content. */
export const RICH_TAGS = [
  'p',
  'br',
  'hr',
  'h1',
  'h2',
  'h3',
  'h4',
  'strong',
  'b',
  'em',
  'i',
  'u',
  's',
  'code',
  'pre',
  'blockquote',
  'ul',
  'ol',
  'li',
  'a',
  'img',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
] as const;

/**
 * Address of a picture of the product: as stored (`att:7`), or as the link that its reader gets. No other picture is
 * shown in a text.
 */
const OWN = /^(?:att:|\/api\/blade-resource\/file\/)(\d{1,19})(?:\?|$)/;

/** Return the id of the attachment from the address of a picture; undefined for a picture of another site. */
export const firstPictureOf = (address: string): string | undefined => OWN.exec(address)?.[1];

/**
 * Matches a picture in the form that the cleaner writes. Text cannot contain this form, because its brackets are
 * escaped.
 */
const PICTURE = /<img src="att:(\d+)"( alt="[^"]*")? \/>/g;

/** Return the ids of the attachments in a cleaned text. */
export const picturesIn = (clean: string): string[] => [...new Set([...clean.matchAll(PICTURE)].map(([, id]) => id))];

/** Return a cleaned text without the pictures that are not in `may`. */
export const onlyPictures = (clean: string, may: ReadonlySet<string>): string =>
  clean.replaceAll(PICTURE, (whole, id: string) => (may.has(id) ? whole : ''));

/** Return a cleaned text in which pictures refer to other attachments: `anew` maps old ids to new ones. */
export const pointedAnew = (clean: string, anew: ReadonlyMap<string, string | null>): string =>
  clean.replaceAll(PICTURE, (_, id: string, alt = '') => `<img src="att:${anew.get(id) ?? id}"${alt} />`);

/** Return a cleaned text with temporary links for its reader in place of the ids of attachments. */
export const withLinks = (clean: string, link: (id: string) => string): string =>
  clean.replaceAll(PICTURE, (_, id: string, alt = '') => `<img src="${link(id).replaceAll('&', '&amp;')}"${alt}>`);

/** Return the start of an `<img` tag (up to `>`) with the attachment's id in place of its temporary link. */
function unlinked(tag: string): string {
  const from = tag.indexOf(' src="') + 6;
  const to = from < 6 ? -1 : tag.indexOf('"', from);
  const id = to < 0 ? undefined : firstPictureOf(tag.slice(from, to));
  return id ? `${tag.slice(0, from)}att:${id}${tag.slice(to)}` : tag;
}

/** Return the HTML that a reader sent back, with ids of attachments in place of temporary links. */
function withoutLinks(html: string): string {
  let [out, at] = ['', 0];
  for (let open = html.indexOf('<img'); open >= 0; open = html.indexOf('<img', at)) {
    const close = html.indexOf('>', open);
    if (close < 0) break;
    out += html.slice(at, open) + unlinked(html.slice(open, close));
    at = close;
  }
  return out + html.slice(at);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" };

/** Return the end of a script or style that begins before `from`; -1 where it is never closed. */
function endOf(html: string, name: string, from: number): number {
  const ending = new RegExp(`</${name}\\s{0,20}>`, 'gi');
  ending.lastIndex = from;
  return ending.test(html) ? ending.lastIndex : -1;
}

/** Return a text without tags, scripts and styles; in one pass. */
function withoutMarks(html: string): string {
  const unclosed = new Set<string>();
  let [out, at] = ['', 0];
  for (let open = html.indexOf('<'); open >= 0; open = html.indexOf('<', at)) {
    const close = html.indexOf('>', open);
    if (close < 0) break;
    const name = /^(?:script|style)/i.exec(html.slice(open + 1, open + 7))?.[0].toLowerCase() ?? '';
    const end = name && !unclosed.has(name) ? endOf(html, name, open) : -1;
    if (name && end < 0) unclosed.add(name);
    out += `${html.slice(at, open)} `;
    at = end < 0 ? close + 1 : end;
  }
  return out + html.slice(at);
}

/** Return the plain text of a rich text, in one line. */
export const plainWords = (html: string): string =>
  withoutMarks(html)
    .replaceAll(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => ENTITIES[name])
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Maximum ratio of the length of a picture's link to that of its stored id. */
const LINK_LENGTH = 20;

function accept(value: unknown, of: Parameters<Kind['accept']>[1]): Accepted {
  const input = incomingText(value);
  if (input === undefined || hasControls(input)) return malformed(of);
  const most = of.max ?? 20_000;
  const read = input.length > most * LINK_LENGTH ? input : withoutLinks(input);
  if (read.length > most) return tooLong(of, most);
  // A text of tags without letters, pictures or lines counts as empty.
  return plainWords(read) || /<(?:hr|img)\b/i.test(read)
    ? { value: read }
    : problem(`请输入${of.label[0]}`, `Enter ${of.label[1].toLowerCase()}`);
}

export const richTextKind: Kind = {
  name: 'richText',
  chosen: false,
  operators: ['null', 'notnull'],
  orders: false,
  width: 260,
  embedsPictures: true,
  accept,
  // A cell of a sheet is plain text.
  parse: (cell, of) =>
    accept(`<p>${cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`, of),
  text: (value) => plainWords(String(value)),
  sample: (of, n) => `<p>${of.label[0]}:第${n}条</p>`,
  schema: (of) => ({ type: 'string', format: 'html', maxLength: of.max ?? 20_000 }),
};
