import { type FieldOptions, type Of, field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { type Accepted, type Kind, incomingText, malformed } from '../kind.ts';
import { isId } from '../ref/ref.ts';

/**
 * Files that a field accepts: pictures, films, any document, or binaries. `endings` allows only some types, `mostMb`
 * lowers the maximum size. `upload`: path of the call that takes its files, where it is not the usual one.
 */
export interface FileOptions {
  readonly upload?: string;
  readonly takes?: 'image' | 'media' | 'any' | 'binary';
  readonly most?: number;
  readonly endings?: readonly string[];
  readonly mostMb?: number;
}

const PICTURES = ['jpg', 'png', 'webp', 'gif'];
const TAKEN: Readonly<Record<string, readonly string[]>> = { image: PICTURES, media: [...PICTURES, 'mp4'] };

/** Return why a file does not fit a field, by its type and size (kB); undefined where it fits. */
export function unfit(
  of: FileOptions & { readonly label: Label },
  file: { readonly extension: string; readonly kb: number },
): Label | undefined {
  const ending = file.extension.toLowerCase().replace('jpeg', 'jpg');
  const endings = of.endings ?? TAKEN[of.takes ?? 'any'];
  if ((!endings || endings.includes(ending)) && (!of.mostMb || file.kb <= of.mostMb * 1024)) return undefined;
  const [kinds, mb] = [endings?.join('/') ?? '', of.mostMb ? `${of.mostMb}MB` : ''];
  return [
    `${of.label[0]}只能是${[kinds, mb && `不超过${mb}`].filter(Boolean).join('，')}`,
    `${of.label[1]}: only ${[kinds, mb && `at most ${mb}`].filter(Boolean).join(', ')}`,
  ];
}

/**
 * One uploaded file. On the wire it is a signed link for its reader; a link that is sent back becomes the attachment
 * again.
 */
export const file = <const O extends FieldOptions & FileOptions>(label: Label, options?: O): Of<string, O> =>
  field<string, O>('file', label, options, { paper: 'attachment' });

/** Several uploaded files, at most nine unless `most` is set. */
export const files = <const O extends FieldOptions & FileOptions>(label: Label, options?: O): Of<string[], O> =>
  field<string[], O>('files', label, options, { many: true, wide: true, paper: 'attachment' });

/** Return the id of the attachment from its link, or from the id itself; undefined for any other text. */
export const attachmentOf = (link: string): string | undefined => {
  const id = /(?:^|\/file\/)(\d{1,19})(?:[/?.]|$)/.exec(link)?.[1];
  return id && isId(id) ? id : undefined;
};

const accept = (value: unknown, of: Parameters<Kind['accept']>[1]): Accepted => {
  const found = attachmentOf(incomingText(value) ?? '');
  return found ? { value: found } : malformed(of);
};

export const fileKind: Kind = {
  name: 'file',
  chosen: true,
  operators: ['null', 'notnull'],
  orders: false,
  width: 90,
  pointsTo: 'file',
  beyondCell: true,
  perRow: true,
  accept,
  parse: accept,
  text: (value, of, wording) => wording.name(of, attachmentOf(String(value)) ?? '') ?? String(value),
  sample: () => undefined,
  schema: () => ({ type: 'string', description: 'signed link of a file' }),
};

export const filesKind: Kind = {
  ...fileKind,
  name: 'files',
  accept(value, of) {
    const found = (Array.isArray(value) ? value : String(value).split(',')).map((link) =>
      attachmentOf(incomingText(link) ?? ''),
    );
    if (found.length > ((of as FileOptions).most ?? 9) || found.some((one) => !one)) return malformed(of);
    return { value: [...new Set(found)] };
  },
  parse: (cell, of) => filesKind.accept(cell, of),
  text: (value, of, wording) => (value as string[]).map((link) => fileKind.text(link, of, wording)).join(', '),
  schema: () => ({ type: 'array', items: { type: 'string' } }),
};
