import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from '../check.ts';
import { filesIn, SOURCE_FOLDERS } from '../source-files.ts';
import { paragraphsIn, textFaults } from './plain-text.ts';
import { commentsIn, bareSource } from './source-comments.ts';

/**
 * File with the number of faults that each file may have. `npm run check -- --fix` lowers the numbers; they are never
 * raised.
 */
const LIMITS = 'tools/check/words/plain-limits.json';

/** Matches declarations of names that do not describe their values. */
const POOR_NAMES = /\b(?:const|let|function|interface|type|class)\s+((?:MOST|LEAST)_\w+|told|said|kept|given|asked)\b/g;

/** Areas of the source whose faults are summed for the printed table. */
const AREAS: readonly { readonly name: string; readonly pattern: RegExp }[] = [
  { name: 'documents', pattern: /\.md$/ },
  { name: 'kernel/server/write', pattern: /^kernel\/server\/write\// },
  { name: 'kernel/language', pattern: /^kernel\/language\// },
  { name: 'elsewhere', pattern: /^/ },
];

const isSource = (path: string): boolean => !/\/generated\//.test(path);

/** Return whether a file is left out: it lists words, or quotes faults as examples. */
const isList = (path: string): boolean =>
  /^docs\/(?:words|safety|specification-coverage)\.md$|^tools\/check\/words\//.test(path);

const documentsOf = (tree: string): string[] => [
  ...filesIn(tree, ['docs', ...SOURCE_FOLDERS], /\.md$/),
  ...['README.md', 'ARCHITECTURE.md'].filter((path) => existsSync(join(tree, path))),
];

/** Return the faults of each file of a tree, each with its kind and text. */
export function plainFaults(tree: string): { readonly files: number; readonly faults: ReadonlyMap<string, string[]> } {
  const sources = new Map(
    filesIn(tree, SOURCE_FOLDERS, /\.(?:tsx?|mjs|sql|json)$/).map((path) => [
      path,
      readFileSync(join(tree, path), 'utf8'),
    ]),
  );
  const names = new Set<string>();
  for (const source of sources.values()) for (const [name] of bareSource(source).matchAll(/\w+/g)) names.add(name);
  const isKnown = (name: string): boolean => names.has(name);
  const faults = new Map<string, string[]>();
  const note = (path: string, found: readonly string[]): void => {
    if (found.length) faults.set(path, [...found]);
  };
  const read = [...sources].filter(([path]) => /\.tsx?$/.test(path) && isSource(path) && !isList(path));
  for (const [path, source] of read)
    note(path, [
      ...commentsIn(source).flatMap((text) => textFaults(text, isKnown).map(([fault, at]) => `${fault}: ${at}`)),
      ...[...bareSource(source).matchAll(POOR_NAMES)].map(([, name]) => `identifier: ${name}`),
    ]);
  const documents = documentsOf(tree).filter((path) => !isList(path));
  for (const path of documents)
    note(
      path,
      paragraphsIn(readFileSync(join(tree, path), 'utf8')).flatMap((text) =>
        textFaults(text, isKnown).map(([fault, at]) => `${fault}: ${at}`),
      ),
    );
  return { files: read.length + documents.length, faults };
}

type Limits = Readonly<Record<string, number>>;

const limitsOf = (tree: string): Limits =>
  existsSync(join(tree, LIMITS)) ? (JSON.parse(readFileSync(join(tree, LIMITS), 'utf8')) as Limits) : {};

/** Lower the limit of each file to its present faults. */
export function lowerPlainLimits(tree: string): void {
  const { faults } = plainFaults(tree);
  const limits = Object.entries(limitsOf(tree))
    .map(([path, limit]) => [path, Math.min(limit, faults.get(path)?.length ?? 0)] as const)
    .filter(([, limit]) => limit > 0);
  writeFileSync(join(tree, LIMITS), `${JSON.stringify(Object.fromEntries(limits), null, 2)}\n`);
}

/** Source with strings and patterns that look like comments, and two comments with one fault each. */
const PLANTED_TEXTS = [
  'export const paths = ["/**", \'image/*\', "he", /[`\'"*/]+/, `he ${paths.map((one) => `/* he ${one} */`)}`];',
  '/* A rose is kept. */',
  'export const text = `',
  '  // he',
  '`;',
  '// A rose is made anew.',
  'export const end = "*/";',
  '',
].join('\n');

/** Checks that comments, documents and names use plain words: no file may have more faults than its limit. */
export const plainLanguage: Check = {
  name: 'plain words',
  selfTest: {
    files: {
      [LIMITS]: '{ "kernel/server/known.ts": 1 }',
      'kernel/server/known.ts': '/** It is told. */\nexport const roseBed = 1;\n',
      'kernel/server/rose.ts':
        '/** Return a rose. See `roseBed`, [071](071-nobody-judges-his-own.md). */\nexport const rose = 1;\n',
      'kernel/server/texts.ts': PLANTED_TEXTS,
      'kernel/server/thorn.ts': '/** What pricks him. See `thornBed`. */\nexport const MOST_THORNS = 1;\n',
      'docs/garden.md': `# Garden\n\n${'A very long sentence goes on and on '.repeat(4)}.\n`,
    },
    reported: [
      /kernel\/server\/thorn\.ts: 4 faults, 0 are known.*opening: What pricks him.*person: him.*name: thornBed.*identifier: MOST_THORNS/,
      /docs\/garden\.md: 1 faults, 0 are known.*long sentence/,
      /kernel\/server\/texts\.ts: 2 faults, 0 are known.*word: kept · word: anew$/,
    ],
  },
  look(tree) {
    const { files, faults } = plainFaults(tree);
    const limits = limitsOf(tree);
    const problems = [...faults]
      .filter(([path, found]) => found.length > (limits[path] ?? 0))
      .map(
        ([path, found]) =>
          `${path}: ${found.length} faults, ${limits[path] ?? 0} are known (${LIMITS}): ${found.join(' · ').slice(0, 400)}`,
      );
    const open = new Map(faults);
    const sums = AREAS.map(({ name, pattern }) => {
      const paths = [...open.keys()].filter((path) => pattern.test(path));
      const sum = paths.reduce((all, path) => all + (open.get(path)?.length ?? 0), 0);
      for (const path of paths) open.delete(path);
      return { name, sum };
    });
    return Promise.resolve({
      files,
      problems,
      table: sums.map(({ name, sum }) => `${name.padEnd(20)} ${String(sum).padStart(5)} faults`),
    });
  },
};
