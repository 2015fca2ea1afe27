import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import type { Check } from '../check.ts';
import { filesIn } from '../source-files.ts';

/** Matches static imports and re-exports, those of types included. Dynamic imports do not match. */
const IMPORTED = /^(?:import|export)\b[^'"`;]*?\bfrom\s*'([^']+)'|^import\s*'([^']+)'/gm;

/** Return the files of the product that a file imports. */
function importsOf(tree: string, path: string): string[] {
  const text = readFileSync(join(tree, path), 'utf8');
  return [...text.matchAll(IMPORTED)]
    .map(([, from, bare]) => from ?? bare)
    .map((name) =>
      name.startsWith('#kernel/') || name.startsWith('#business/')
        ? name.slice(1)
        : name.startsWith('.')
          ? posix.normalize(`${dirname(path)}/${name}`)
          : '',
    )
    .filter((name) => /^(kernel|business)\//.test(name) && /\.tsx?$/.test(name) && existsSync(join(tree, name)));
}

/**
 * Return the groups of files that import each other in a circle (strongly connected components, by Tarjan's algorithm).
 */
function circlesIn(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): void => {
    order.set(file, order.size);
    lowest.set(file, order.get(file)!);
    open.push(file);
    for (const next of imports.get(file) ?? []) {
      if (!order.has(next)) visit(next);
      if (open.includes(next)) lowest.set(file, Math.min(lowest.get(file)!, lowest.get(next)!));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const circle = open.splice(open.indexOf(file));
    if (circle.length > 1) circles.push(circle.toSorted());
  };
  for (const file of imports.keys()) if (!order.has(file)) visit(file);
  return circles;
}

/** Return the shortest circle of imports through the first file, as text. */
function wayAround(imports: ReadonlyMap<string, readonly string[]>, [first, ...others]: readonly string[]): string {
  const ways: (readonly string[])[] = [[first]];
  const open = new Set(others);
  for (const way of ways) {
    const next = imports.get(way.at(-1)!) ?? [];
    if (next.includes(first)) return [...way, first].join(' → ');
    for (const file of next) if (open.delete(file)) ways.push([...way, file]);
  }
  return first;
}

/** Refuses circles of imports in the kernel and in rooms, also of types: files can then be read in order. */
export const circles: Check = {
  name: 'no circles of files',
  selfTest: {
    files: {
      'kernel/server/row.ts': `import type { Table } from './table.ts';\nexport interface Row {\n  table: Table;\n}\n`,
      'kernel/server/table.ts': `import {\n  type Row,\n} from '#kernel/server/row.ts';\nexport interface Table {\n  rows: Row[];\n}\n`,
      'kernel/server/a.ts': `export { b } from './b.ts';\n`,
      'kernel/server/b.ts': `import './c.ts';\nexport const b = 1;\n`,
      'kernel/server/c.ts': `import type { A } from './a.ts';\nexport const c = (): A => null;\n`,
      'business/garden/bed.rules.ts': `import type { Seed } from './seed.rules.ts';\nexport interface Bed {\n  seed: Seed;\n}\n`,
      'business/garden/seed.rules.ts': `import type { Bed } from '#business/garden/bed.rules.ts';\nexport interface Seed {\n  bed: Bed;\n}\n`,
      'kernel/server/lazy.ts': `import type { Late } from './late.ts';\nexport const lazy = (): Late => 1;\n`,
      'kernel/server/late.ts': `export type Late = 1;\nexport const late = () => import('./lazy.ts');\n`,
    },
    reported: [
      /2 files .*garden\/bed\.rules\.ts → business\/garden\/seed\.rules\.ts → business\/garden\/bed\.rules\.ts/,
      /2 files .*server\/row\.ts → kernel\/server\/table\.ts → kernel\/server\/row\.ts/,
      /3 files .*server\/a\.ts → kernel\/server\/b\.ts → kernel\/server\/c\.ts → kernel\/server\/a\.ts/,
    ],
  },
  look(tree) {
    const files = filesIn(tree, ['kernel', 'business'], /\.tsx?$/);
    const imports = new Map(files.map((file) => [file, importsOf(tree, file)]));
    const problems = circlesIn(imports).map(
      (circle) => `${circle.length} files need each other, as ${wayAround(imports, circle)}`,
    );
    return Promise.resolve({ files: files.length, problems });
  },
};
