import type { FastifyInstance } from 'fastify';

/** So long may a running request take when the server ends. */
const LAST_CALLS_MS = 10_000;

/** Finishes running requests; who does not take his answer is not waited for any longer. */
export async function closed(fastify: Pick<FastifyInstance, 'server' | 'close'>): Promise<void> {
  const cut = setTimeout(() => fastify.server.closeAllConnections(), LAST_CALLS_MS);
  await fastify.close().finally(() => clearTimeout(cut));
}

/** A connection that never comes back must not keep a server from ending. */
export const waitAtMost = async (ms: number, work: Promise<unknown>): Promise<void> => {
  await Promise.race([
    work,
    new Promise((resolve) => {
      setTimeout(resolve, ms).unref();
    }),
  ]);
};
