import { type FieldOptions, type Of, field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { type Accepted, type Kind, asText, hasControls, malformed, problem, tooLong } from '../kind.ts';

/**
 * Text with headings, lists and links, as HTML of a few harmless marks, at most `max` characters of it (default 20,000). It is cleaned
 * where it is written (`rich-text.server.ts`) and once more where it is shown (`rich-words.view.tsx`).
 */
export const richText = <const O extends FieldOptions & { max?: number }>(label: Label, options?: O): Of<string, O> =>
  field<string, O>('richText', label, options, { max: 20_000, wide: true });

/** The marks that stay; everything else goes, scripts and styles with all they hold. */
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

/** A picture of ours, as it is kept (`att:7`) or as its reader gets it: a link to the file. Nothing else is shown within a text. */
const OWN = /^(?:att:|\/api\/blade-resource\/file\/)(\d{1,19})(?:\?|$)/;

/** The attachment behind the address of a picture; undefined for what lies elsewhere. */
export const firstPictureOf = (address: string): string | undefined => OWN.exec(address)?.[1];

/** A picture as the cleaner writes it; within words its brackets would be spelled out. */
const PICTURE = /<img src="att:(\d+)"( alt="[^"]*")? \/>/g;

/** The attachments that a cleaned text shows. */
export const picturesIn = (clean: string): string[] => [...new Set([...clean.matchAll(PICTURE)].map(([, id]) => id))];

/** A cleaned text with those of its pictures only that may stay. */
export const onlyPictures = (clean: string, may: ReadonlySet<string>): string =>
  clean.replaceAll(PICTURE, (whole, id: string) => (may.has(id) ? whole : ''));

/** A cleaned text in which some pictures are others. */
export const pointedAnew = (clean: string, anew: ReadonlyMap<string, string | null>): string =>
  clean.replaceAll(PICTURE, (_, id: string, alt = '') => `<img src="att:${anew.get(id) ?? id}"${alt} />`);

/** A text for a reader: its pictures are links that he may follow for now. */
export const withLinks = (clean: string, link: (id: string) => string): string =>
  clean.replaceAll(PICTURE, (_, id: string, alt = '') => `<img src="${link(id).replaceAll('&', '&amp;')}"${alt}>`);

/** The beginning of a picture's tag with its attachment in place of the link. */
function unlinked(tag: string): string {
  const from = tag.indexOf(' src="') + 6;
  const to = from < 6 ? -1 : tag.indexOf('"', from);
  const id = to < 0 ? undefined : firstPictureOf(tag.slice(from, to));
  return id ? `${tag.slice(0, from)}att:${id}${tag.slice(to)}` : tag;
}

/** What a reader got, on its way back: links become the attachments again. */
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

/** Where a script or a style ends that begins before `from`; -1 where it is never closed. */
function endOf(html: string, name: string, from: number): number {
  const ending = new RegExp(`</${name}\\s{0,20}>`, 'gi');
  ending.lastIndex = from;
  return ending.test(html) ? ending.lastIndex : -1;
}

/** Without its marks, and without scripts and styles; one look from the front. */
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

/** The words alone, in one line. */
export const plainWords = (html: string): string =>
  withoutMarks(html)
    .replaceAll(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => ENTITIES[name])
    .replaceAll(/\s+/g, ' ')
    .trim();

/** A link to a picture is at most so many times as long as the attachment it stands for. */
const LINK_LENGTH = 20;

function accept(value: unknown, of: Parameters<Kind['accept']>[1]): Accepted {
  const given = asText(value);
  if (given === undefined || hasControls(given)) return malformed(of);
  const most = of.max ?? 20_000;
  const read = given.length > most * LINK_LENGTH ? given : withoutLinks(given);
  if (read.length > most) return tooLong(of, most);
  // Marks without a word or a picture say nothing.
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
  // A cell of a sheet holds plain words.
  parse: (cell, of) =>
    accept(`<p>${cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`, of),
  text: (value) => plainWords(String(value)),
  sample: (of, n) => `<p>${of.label[0]}:第${n}条</p>`,
  schema: (of) => ({ type: 'string', format: 'html', maxLength: of.max ?? 20_000 }),
};
