import type { IncomingMessage } from 'node:http';

/**
 * Bytes to read and discard before a refusal: a client whose connection is closed while it still sends never reads the
 * answer.
 */
const MAX_DRAINED = 8_388_608;

/** Return the body of a request; null: it has more than `most` bytes. */
export async function readPayload(request: IncomingMessage, most: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= most) chunks.push(chunk);
    else chunks.length = 0;
    if (length > MAX_DRAINED) return null;
  }
  return length > most ? null : Buffer.concat(chunks);
}
