import type { FastifyRequest } from 'fastify';
import { fileRefusals as refuse, http } from '../refusals.ts';

/** A small file of a form, whole in memory. */
export interface FormFile {
  readonly name: string;
  readonly content: Buffer;
}

/**
 * Read a multipart form with small files, up to a number of files and a size of each (bytes). A larger one is refused
 * while it is received.
 */
export async function readFormFiles(
  request: FastifyRequest,
  { files: most, bytes }: { readonly files: number; readonly bytes: number },
): Promise<{ readonly fields: Readonly<Record<string, string>>; readonly files: readonly FormFile[] }> {
  if (!request.isMultipart()) return { fields: {}, files: [] };
  const fields: Record<string, string> = {};
  const files: FormFile[] = [];
  let isTooLarge = false;
  try {
    for await (const part of request.parts({ limits: { fileSize: bytes, files: most, fieldSize: 65_536 } })) {
      if (part.type === 'field') {
        fields[part.fieldname] = String(part.value);
        continue;
      }
      const content = await part.toBuffer().catch((error: unknown) => {
        if ((error as { statusCode?: number }).statusCode !== 413) throw error;
        isTooLarge = true;
        return Buffer.alloc(0);
      });
      files.push({ name: (part.filename ?? '').split(/[/\\]/).at(-1) ?? '', content });
    }
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode === 413) throw http.tooLarge();
    throw http.unreadable();
  }
  if (isTooLarge) throw refuse.tooLarge({ bytes });
  return { fields, files };
}
