import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';

/**
 * Return the header of a download, with the name in a plain and in a UTF-8 form. The plain form has `_` in place of
 * characters that old clients misread.
 */
export const disposition = (name: string, how: 'inline' | 'attachment' = 'attachment'): string =>
  `${how}; filename="${name.replaceAll(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`;

/** Endings of files by their type: a file without one cannot be opened by a double click. */
const ENDINGS: readonly (readonly [type: RegExp, ending: string])[] = [
  [/^application\/vnd\.openxmlformats-officedocument\.spreadsheetml\.sheet/, '.xlsx'],
  [/^text\/csv/, '.csv'],
  [/^text\/xml/, '.xml'],
  [/^application\/zip/, '.zip'],
];

/** Return the name of a file with the ending of its type. */
export function endedName(name: string, type: string): string {
  const ending = ENDINGS.find(([of]) => of.test(type))?.[1] ?? '';
  return name.toLowerCase().endsWith(ending) ? name : `${name}${ending}`;
}

/** Send a stream as a file. When the reader disconnects, its source stops. */
export function sendStream(
  { reply }: { readonly reply: FastifyReply },
  content: AsyncIterable<Buffer>,
  { name, type }: { name: string; type: string },
): FastifyReply {
  return reply
    .type(type)
    .header('Content-Disposition', disposition(endedName(name, type)))
    .header('Cache-Control', 'no-store')
    .send(Readable.from(content, { objectMode: false, highWaterMark: 262_144 }));
}
