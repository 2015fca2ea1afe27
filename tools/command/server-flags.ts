/**
 * Limits of the memory of the server process. By default Node derives them from the machine, and garbage grows to a
 * third above the need. A smaller young generation costs more time than it saves memory (docs/measured.md).
 */
export const SERVER_FLAGS = ['--max-old-space-size=1536', '--max-semi-space-size=12'] as const;

/**
 * Number of memory arenas of the C library (glibc); others ignore it. By default it has eight per core, and memory
 * freed in one cannot be used by another. That takes a hundred megabytes after imports and long lists
 * (docs/measured.md).
 */
export const SERVER_ENV = { MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2' } as const;
