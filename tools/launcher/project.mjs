import { fileURLToPath } from 'node:url';

/** Folder of package.json: commands work in any folder below it. */
export const projectRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');
