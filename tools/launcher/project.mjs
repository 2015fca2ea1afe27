import { fileURLToPath } from 'node:url';

/** The folder of package.json; every command may be typed from anywhere below it. */
export const projectRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');
