/**
 * How much memory the server's process takes before it cleans up. Left to itself, Node sees the whole machine and lets garbage lie to a
 * third above what the server needs; smaller young spaces than these cost more time than they save memory (measured, docs/measured.md).
 */
export const SERVER_FLAGS = ['--max-old-space-size=1536', '--max-semi-space-size=12'] as const;
