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
export const RICH_TAGS = ['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'strong', 'b', 'em', 'i', 'u', 's', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li', 'a', 'table', 'thead', 'tbody', 'tr', 'th', 'td'] as const;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" };

/** The words alone, in one line. */
export const plainWords = (html: string): string =>
  html.replaceAll(/<(script|style)[\s\S]*?<\/\1\s*>/gi, ' ').replaceAll(/<[^>]*>/g, ' ').replaceAll(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => ENTITIES[name]).replaceAll(/\s+/g, ' ').trim();

function accept(value: unknown, of: Parameters<Kind['accept']>[1]): Accepted {
  const read = asText(value);
  if (read === undefined || hasControls(read)) return malformed(of);
  if (read.length > (of.max ?? 20_000)) return tooLong(of, of.max ?? 20_000);
  // Marks without a word say nothing.
  return plainWords(read) || /<hr/i.test(read) ? { value: read } : problem(`请输入${of.label[0]}`, `Enter ${of.label[1].toLowerCase()}`);
}

export const richTextKind: Kind = {
  name: 'richText', chosen: false, operators: ['null', 'notnull'], orders: false, width: 260,
  accept,
  // A cell of a sheet holds plain words.
  parse: (cell, of) => accept(`<p>${cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`, of),
  text: (value) => plainWords(String(value)),
  sample: (of, n) => `<p>${of.label[0]}:第${n}条</p>`,
  schema: (of) => ({ type: 'string', format: 'html', maxLength: of.max ?? 20_000 }),
};
