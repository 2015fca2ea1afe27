import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';

/** How a download is called: every sign that old clients misread is left out of the plain form. */
export const disposition = (name: string, how: 'inline' | 'attachment' = 'attachment'): string =>
  `${how}; filename="${name.replaceAll(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`;

/** Sends a stream as a file; when the reader goes away, it stops being made. */
export function sendStream(
  { reply }: { readonly reply: FastifyReply },
  content: AsyncIterable<Buffer>,
  { name, type }: { name: string; type: string },
): FastifyReply {
  return reply
    .type(type)
    .header('Content-Disposition', disposition(name))
    .header('Cache-Control', 'no-store')
    .send(Readable.from(content, { objectMode: false, highWaterMark: 262_144 }));
}
