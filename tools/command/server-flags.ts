/**
 * How much memory the server's process takes before it cleans up. Left to itself, Node sees the whole machine and lets garbage lie to a
 * third above what the server needs; smaller young spaces than these cost more time than they save memory (measured, docs/measured.md).
 */
export const SERVER_FLAGS = ['--max-old-space-size=1536', '--max-semi-space-size=12'] as const;

/**
 * So many arenas the C library keeps for threads that ask for memory. Left to itself it keeps eight a core, and what one has freed no
 * other may use: a hundred megabytes after imports and long lists (measured, docs/measured.md). Another C library ignores it.
 */
export const SERVER_ENV = { MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2' } as const;
