// Import this before the product: it marks the named functions of each module while Node loads it.
import { registerHooks } from 'node:module';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectDir } from '../../command/project-dir.ts';
import { markFunctions, NOTE } from './mark-functions.ts';

const PRODUCT = /^(kernel|business|server)\/.+\.ts$/;

/** File of each marked function; the index is the number of the function. */
const files: string[] = [];
let entered: Set<number> | undefined;

Object.assign(globalThis, { [NOTE]: (number: number): void => void entered?.add(number) });

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    const file = url.startsWith('file:') ? relative(projectDir, fileURLToPath(url)).replaceAll(sep, '/') : '';
    if (!PRODUCT.test(file) || !loaded.source) return loaded;
    const source = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source);
    return { ...loaded, source: markFunctions(source, file, () => files.push(file) - 1) };
  },
});

/** Run `work`. Return the file of each function that it enters, in the order of their first calls. */
export async function walkOf(work: () => Promise<unknown>): Promise<string[]> {
  entered = new Set();
  try {
    await work();
    return [...entered].map((number) => files[number]);
  } finally {
    entered = undefined;
  }
}
