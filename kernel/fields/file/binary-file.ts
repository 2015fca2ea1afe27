import type { FileOptions } from './file.ts';

/** Endings of binary files, such as firmware. Their content is never read, and they are downloads only. */
export const BINARY_ENDINGS: readonly string[] = ['bin', 'hex', 'zip', 'gz', 'tar', 'img', 'apk', 'ipa', 'hap', 'wgt'];

/** Maximum size of a binary file. */
export const MAX_BINARY_MB = 200;

/** Options of a field for a binary file. They are apart from the kind, so that other screens do not load them. */
export const binaryFile = {
  takes: 'binary',
  endings: BINARY_ENDINGS,
  mostMb: MAX_BINARY_MB,
} as const satisfies FileOptions;
