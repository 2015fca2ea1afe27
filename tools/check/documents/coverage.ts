import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from '../check.ts';

const DOCUMENT = 'docs/specification-coverage.md';
const SAFETY = 'docs/safety.md';

/** Sections that the document must have: those of the specification, and a list of its easily missed requirements. */
const SECTIONS = ['§2', '§4', '§5', '§6', '§8', '§9', 'Reading 42'] as const;
/** Number of safety rules; each has a row in docs/safety.md. */
const RULES = 32;

const TEST = 'kernel/roses.test.ts';
const planted = (rows: readonly string[]): string =>
  SECTIONS.slice(0, -1)
    .map(
      (section) =>
        `## ${section} Words\n\n| Asked | Proven by |\n|---|---|\n${(section === '§2' ? rows : ['| lawn | owed · garden: not built |']).join('\n')}\n`,
    )
    .join('\n');

/** Checks that each sentence of the specification names an existing test, or is marked as owed with the reason. */
export const coverage: Check = {
  name: 'coverage of the specification',
  selfTest: {
    files: {
      [DOCUMENT]: planted([
        `| roses | \`${TEST} › roses bloom\` |`,
        `| title on a line of its own | \`${TEST} › roses climb\` |`,
        `| each rose | \`${TEST} › %s has thorns\`<br>\`${TEST} › it's "red"\` |`,
        '| lawn | owed · garden: not built |',
        `| gone title | \`${TEST} › roses talk\` |`,
        '| gone file | `kernel/tulips.test.ts › tulips bloom` |',
        `| asleep | \`${TEST} › roses sleep\` |`,
        '| nothing said | |',
        '| only owed | owed |',
        '| mere words | surely somewhere |',
      ]),
      [SAFETY]: `## Rules\n\n| Asked | Proven by |\n|---|---|\n${Array.from({ length: RULES - 1 }, (_, at) => `| ${at + 1} · thorns | \`${TEST} › roses ${at === 4 ? 'are stolen' : 'bloom'}\` |`).join('\n')}\n`,
      [TEST]: `test('roses bloom', () => {});\ntest.for([1, 2])('%s has thorns', { timeout: 5 }, () => {});\nit('it\\'s "red"', () => {});\ntest.skip(\n  'roses sleep',\n  () => {},\n);\ntest(\n  'roses climb',\n  { timeout: 5 },\n  () => {},\n);\nsay('roses talk', 1);\n`,
    },
    reported: [
      /roses talk.* is no test/,
      /tulips\.test\.ts.* is not there/,
      /roses sleep.* is no test/,
      /“nothing said” has neither/,
      /“only owed” has neither/,
      /“mere words” has neither/,
      /Reading 42: no row/,
      /safety\.md.*roses are stolen.* is no test/,
      /safety\.md: rule 32 has no row/,
    ],
  },
  look(tree) {
    const missing = [DOCUMENT, SAFETY].filter((document) => !existsSync(join(tree, document)));
    if (missing.length)
      return Promise.resolve({ files: 1, problems: missing.map((document) => `${document} is not there.`) });
    const [rows, rules] = [DOCUMENT, SAFETY].map((document) =>
      rowsOf(document, readFileSync(join(tree, document), 'utf8')),
    );
    const titles = new Map<string, ReadonlySet<string> | undefined>();
    const problems = [
      ...SECTIONS.filter((section) => !rows.some((row) => row.section === section)).map(
        (section) => `${DOCUMENT}, ${section}: no row.`,
      ),
      ...Array.from({ length: RULES }, (_, at) => at + 1)
        .filter((rule) => !rules.some((row) => row.asked.startsWith(`${rule} · `)))
        .map((rule) => `${SAFETY}: rule ${rule} has no row.`),
      ...[...rows, ...rules].flatMap((row) =>
        faultsOf(row, (file) => {
          if (!titles.has(file))
            titles.set(
              file,
              existsSync(join(tree, file)) ? titlesIn(readFileSync(join(tree, file), 'utf8')) : undefined,
            );
          return titles.get(file);
        }),
      ),
    ];
    const owed = rows.filter((row) => row.proof.startsWith('owed')).length;
    return Promise.resolve({
      files: titles.size + 2,
      problems,
      note: `${rows.length} sentences, ${owed} owed, ${rules.length} of safety`,
    });
  },
};

interface Row {
  readonly document: string;
  readonly section: string;
  readonly asked: string;
  readonly proof: string;
}

/** Return the rows of all tables in a document, each with its section, without heads and separators. */
function rowsOf(document: string, markdown: string): Row[] {
  const rows: Row[] = [];
  let section = '';
  for (const line of markdown.split('\n')) {
    const head = /^## (.+)/.exec(line)?.[1];
    if (head) section = SECTIONS.find((one) => head === one || head.startsWith(`${one} `)) ?? head;
    const [asked, proof] = line.startsWith('|')
      ? line
          .slice(1)
          .split(/(?<!\\)\|/)
          .map((cell) => cell.trim().replaceAll('\\|', '|'))
      : [];
    if (asked !== undefined && asked !== 'Asked' && !/^-+$/.test(asked))
      rows.push({ document, section, asked, proof: proof ?? '' });
  }
  return rows;
}

/** Return faults in one row. `titlesOf` returns the test titles of a file, or undefined if it does not exist. */
function faultsOf(
  { document, section, asked, proof }: Row,
  titlesOf: (file: string) => ReadonlySet<string> | undefined,
): string[] {
  if (/^owed · \S.+/.test(proof)) return [];
  const named = [...proof.matchAll(/`([^`]+?) › ([^`]+)`/g)];
  if (named.length === 0)
    return [`${document}, ${section}: “${asked}” has neither a test nor the word owed with its reason.`];
  return named.flatMap(([, file = '', title = '']) => {
    const known = titlesOf(file);
    if (!known) return [`${document}, ${section}: ${file} is not there.`];
    return known.has(title) ? [] : [`${document}, ${section}: “${title}” is no test of ${file}.`];
  });
}

/** Return the titles of all tests that run; skipped and planned ones are left out. */
function titlesIn(source: string): ReadonlySet<string> {
  const found = [...source.matchAll(/(?:\b(?:test|it)((?:\.\w+)*)|\))\(\s*(['"`])((?:\\.|(?!\2)[^\\\n])+)\2,/g)];
  return new Set(
    found
      .filter(([, how = '']) => !/skip|todo/.test(how))
      .map(([, , , title = '']) => title.replaceAll(/\\(.)/g, '$1')),
  );
}
