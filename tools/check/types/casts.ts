import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from '../check.ts';
import { filesIn, SOURCE_FOLDERS } from '../source-files.ts';

/**
 * File with the number of casts that each file may have. Numbers are lowered when casts disappear, and never raised.
 */
const LIMITS = 'tools/check/types/cast-limits.json';

/** Patterns of casts, each with the maximum sum in the product. */
const CASTS: readonly { readonly name: string; readonly pattern: RegExp; readonly most: number }[] = [
  { name: 'as Field', pattern: /\bas Field\b/g, most: 12 },
  { name: 'as Lifecycle', pattern: /\bas Lifecycle\b(?!<)/g, most: 0 },
  { name: 'as never', pattern: /\bas never\b/g, most: 45 },
  { name: 'any', pattern: /(?::\s*|<|\bas )any\b(?=[\s,;)\]>=|&[])/g, most: 1 },
  { name: 'non-null !', pattern: /(?<=[\w)\]])!(?=[.,;)\]}\s[:])(?!=)/g, most: 250 },
];

/** Return a text without comments and quoted strings. Template strings are not removed, as they contain code. */
const codeOf = (text: string): string =>
  text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/(?<![:'"`\w])\/\/[^\n]*/g, '')
    .replaceAll(/"(?:[^"\\\n]|\\.)*"/g, '""')
    .replaceAll(/'(?:[^'\\\n]|\\.)*'/g, "''");

type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>;

const isProduct = (path: string): boolean => !/\.test\.tsx?$|\/testing\/|^tools\/check\/|\/generated\//.test(path);

/** Return the number of casts of each kind, for each file that has some. */
export function castsIn(tree: string): { readonly files: number; readonly counts: Counts } {
  const files = filesIn(tree, SOURCE_FOLDERS, /\.tsx?$/).filter(isProduct);
  const counts: Record<string, Record<string, number>> = {};
  for (const path of files) {
    const code = codeOf(readFileSync(join(tree, path), 'utf8'));
    for (const { name, pattern } of CASTS) {
      const count = code.match(pattern)?.length ?? 0;
      if (count) (counts[path] ??= {})[name] = count;
    }
  }
  return { files: files.length, counts };
}

const limitsOf = (tree: string): Counts =>
  existsSync(join(tree, LIMITS)) ? (JSON.parse(readFileSync(join(tree, LIMITS), 'utf8')) as Counts) : {};

/** Checks that no file has more casts than its limit, and that the sums do not exceed their maximum. */
export const casts: Check = {
  name: 'casts past the types',
  selfTest: {
    files: {
      [LIMITS]: '{ "kernel/server/rose.ts": { "as never": 1 }, "kernel/server/twig.ts": { "as Lifecycle": 1 } }',
      'kernel/server/rose.ts':
        "/** as never, any: a comment. */\nexport const rose = (a: unknown) => [a as never, 'as never'];\n",
      'kernel/server/thorn.ts': 'export const thorn = (a: unknown) => a as never;\n',
      'kernel/server/leaf.ts': 'export const leaf = (a: any) => a;\n',
      'kernel/server/twig.ts': 'export const twig = (a: unknown) => a as Lifecycle;\n',
    },
    reported: [
      /kernel\/server\/thorn\.ts has 1 × as never, 0 are known/,
      /kernel\/server\/leaf\.ts has 1 × any, 0 are known/,
      /the product has 1 × as Lifecycle, the most is 0/,
    ],
  },
  look(tree) {
    const { files, counts } = castsIn(tree);
    const limits = limitsOf(tree);
    const problems = Object.entries(counts).flatMap(([path, found]) =>
      Object.entries(found)
        .filter(([name, count]) => count > (limits[path]?.[name] ?? 0))
        .map(([name, count]) => `${path} has ${count} × ${name}, ${limits[path]?.[name] ?? 0} are known (${LIMITS}).`),
    );
    const sums = CASTS.map(({ name, most }) => ({
      name,
      most,
      sum: Object.values(counts).reduce((all, found) => all + (found[name] ?? 0), 0),
    }));
    return Promise.resolve({
      files,
      problems: [
        ...problems,
        ...sums
          .filter(({ sum, most }) => sum > most)
          .map(({ name, sum, most }) => `the product has ${sum} × ${name}, the most is ${most}.`),
      ],
      table: sums.map(({ name, sum, most }) => `${name.padEnd(14)} ${String(sum).padStart(4)}, goal ≤ ${most}`),
    });
  },
};
