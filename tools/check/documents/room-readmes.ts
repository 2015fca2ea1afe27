import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import type { Check } from '../check.ts';
import { filesIn } from '../source-files.ts';

/** The lines of a room's README, in their order, each `- **Purpose**: …`. */
const LINES = ['Purpose', 'Papers', 'Needs', 'Offers', 'Users', 'Read first', 'Surprising rule', 'Tests'] as const;
const READ_FIRST = 3;
const MAX_LINES = 14;

const planted = (lines: Partial<Record<(typeof LINES)[number], string | null>>): string => {
  const all: Record<string, string | null> = {
    Purpose: 'Roses.',
    Papers: '`rose`.',
    Needs: '`soil`.',
    Offers: 'Scent.',
    Users: '`as_gardener`.',
    'Read first': '[room.ts](room.ts), [rose.paper.ts](rose.paper.ts), [rose.test.ts](rose.test.ts).',
    'Surprising rule': 'Thorns stay.',
    Tests: '[rose.test.ts](rose.test.ts).',
    ...lines,
  };
  return `# 园 · Garden\n\n${Object.entries(all)
    .flatMap(([name, text]) => (text === null ? [] : [`- **${name}**: ${text}\n`]))
    .join('')}`;
};
const garden = (
  name: string,
  readme?: string,
  definition = `export const rose = paper('rose', {});\n`,
): Record<string, string> => ({
  [`business/${name}/room.ts`]: `export default {\n  name: '${name}',\n  needs: [\n    'soil',\n  ],\n  roles: [{ alias: 'as_gardener' }],\n};\n`,
  [`business/${name}/rose.paper.ts`]: definition,
  ...(readme === undefined ? {} : { [`business/${name}/README.md`]: readme }),
});

/**
 * Checks that each room has a README of the same form, with the papers, needs and roles of its definition. Dead links
 * are found by `links`.
 */
export const roomReadmes: Check = {
  name: 'README of each room',
  selfTest: {
    files: {
      ...garden('lawful', planted({})),
      ...garden('bare'),
      ...garden('short', planted({ Users: null, Offers: '' })),
      ...garden('wrong', planted({ Papers: '`tulip`.', Needs: '`soil`, `sun`.', Users: '`as_king`.' })),
      ...garden('pages', planted({ Papers: 'None. It adds to `tulip`.' }), ''),
      ...garden(
        'few',
        planted({ 'Read first': '[room.ts](room.ts), [rose.paper.ts](rose.paper.ts).', Tests: 'None.' }),
      ),
      ...garden('long', `${planted({})}\nMore.\n\nMore.\n\nMore.\n`),
    },
    reported: [
      /bare: there is no README\.md/,
      /short\/README\.md: its lines are not/,
      /short\/README\.md: Offers is empty/,
      /wrong\/README\.md: the paper rose is missing/,
      /wrong\/README\.md: tulip is no paper/,
      /wrong\/README\.md: Needs differs from room\.ts/,
      /wrong\/README\.md: as_king is no role/,
      /few\/README\.md: Read first names 2 files, not 3/,
      /few\/README\.md: Tests names no file/,
      /long\/README\.md: 16 lines, at most 14/,
    ],
  },
  look(tree) {
    const rooms = filesIn(tree, ['business'], /^business\/[\w-]+\/room\.ts$/).map(dirname);
    const roles = new Set(
      rooms.flatMap((room) => matches(readFileSync(join(tree, room, 'room.ts'), 'utf8'), /alias: '(\w+)'/g)),
    );
    return Promise.resolve({
      files: rooms.length,
      problems: rooms.flatMap((room) => faultsOf(tree, room, roles)),
    });
  },
};

const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, one = '']) => one);
/** Names between backticks. */
const quoted = (line: string): string[] => matches(line, /`([\w-]+)`/g);

function faultsOf(tree: string, room: string, roles: ReadonlySet<string>): string[] {
  const path = `${room}/README.md`;
  if (!existsSync(join(tree, path))) return [`${room}: there is no README.md.`];
  const text = readFileSync(join(tree, path), 'utf8');
  const lines = new Map(
    [...text.matchAll(/^- \*\*(.+?)\*\*:(.*)$/gm)].map(([, name = '', line = '']) => [name, line.trim()]),
  );
  const count = text.trimEnd().split('\n').length;
  return [
    ...(count > MAX_LINES ? [`${count} lines, at most ${MAX_LINES}.`] : []),
    ...([...lines.keys()].join() === LINES.join() ? [] : [`its lines are not ${LINES.join(', ')}.`]),
    ...LINES.filter((name) => lines.get(name) === '').map((name) => `${name} is empty.`),
    ...definitionFaults(tree, room, (name) => lines.get(name) ?? ''),
    ...quoted(lines.get('Users') ?? '')
      .filter((role) => !roles.has(role))
      .map((role) => `${role} is no role.`),
    ...fileFaults((name) => lines.get(name) ?? ''),
  ].map((fault) => `${path}: ${fault}`);
}

/**
 * Return differences between the README and the definition of a room: missing or foreign papers, and wrong needs. The
 * README names the papers in the sentences of its line `Papers` that are lists of names.
 */
function definitionFaults(tree: string, room: string, lineOf: (name: string) => string): string[] {
  const papers = filesIn(tree, [room], /\.paper\.ts$/).flatMap((file) =>
    matches(readFileSync(join(tree, file), 'utf8'), /\bpaper\(\s*'(\w+)'/g),
  );
  const named = lineOf('Papers')
    .split('.')
    .filter((sentence) => /^\s*(?:[A-Z][a-z ]*: )?`\w+`(?:, `\w+`)*$/.test(sentence))
    .flatMap(quoted);
  const needs = /needs: \[([^\]]*)\]/.exec(readFileSync(join(tree, room, 'room.ts'), 'utf8'))?.[1] ?? '';
  return [
    ...papers.filter((name) => !named.includes(name)).map((name) => `the paper ${name} is missing.`),
    ...named.filter((name) => !papers.includes(name)).map((name) => `${name} is no paper of this room.`),
    ...(quoted(lineOf('Needs')).join() === matches(needs, /'([\w-]+)'/g).join() ? [] : ['Needs differs from room.ts.']),
  ];
}

function fileFaults(lineOf: (name: string) => string): string[] {
  const [first, tests] = ['Read first', 'Tests'].map((name) => matches(lineOf(name), /\]\(([^)#]+)/g).length);
  return [
    ...(first === READ_FIRST ? [] : [`Read first names ${first} files, not ${READ_FIRST}.`]),
    ...(tests ? [] : ['Tests names no file.']),
  ];
}
