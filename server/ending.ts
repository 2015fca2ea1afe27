import type { FastifyInstance } from 'fastify';

/** Maximum time for running requests when the server stops, in milliseconds. */
const LAST_CALLS_MS = 10_000;

/** Close the server after its running requests. Connections that are still open after 10 seconds are cut off. */
export async function closed(fastify: Pick<FastifyInstance, 'server' | 'close'>): Promise<void> {
  const cut = setTimeout(() => fastify.server.closeAllConnections(), LAST_CALLS_MS);
  await fastify.close().finally(() => clearTimeout(cut));
}

/** Wait for work, at most `ms` milliseconds: a lost connection must not prevent the end of the process. */
export const waitAtMost = async (ms: number, work: Promise<unknown>): Promise<void> => {
  await Promise.race([
    work,
    new Promise((resolve) => {
      setTimeout(resolve, ms).unref();
    }),
  ]);
};
