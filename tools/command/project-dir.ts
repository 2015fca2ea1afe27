import { join } from 'node:path';

/** The folder of package.json. */
export const projectDir = join(import.meta.dirname, '..', '..');
