import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from '../check.ts';
import { filesIn } from '../source-files.ts';
import { isTest, roomOf } from './room-files.ts';

const READING = 'kernel/server/context.ts';
const FACE = 'kernel/server.ts';
const TOOLS = '#kernel/server/list-tools';

/** Methods that read rows: by id, by field values with the product's rights, and by the person's rights. */
const READERS: ReadonlySet<string> = new Set(['get', 'find', 'visible']);
/** Methods of `Reading` that take a paper but read no rows of it. */
const OTHERS: ReadonlySet<string> = new Set(['assertRight', 'opened', 'link', 'whoMay']);

/** Exports that build list statements. A room with access to them could show rows that the person may not see. */
const BUILDERS =
  'whereSql scopeSql conditionsOf orderSql keywordSql ruleSql readName isOrderable pointedIn assertMay listPage withDepartments assertNarrow unpaged baseFields Parameters'.split(
    ' ',
  );

/** Rooms that may use the builders, as they list papers that are known only at run time. */
const TOOL_ROOMS: ReadonlySet<string> = new Set(['platform', 'system']);
/** The room that may show people rows outside their scope, by their tasks. */
const TASK_ROOM = 'workflow';

const sourceOf = (tree: string, path: string): string =>
  existsSync(join(tree, path)) ? readFileSync(join(tree, path), 'utf8') : '';

const withoutComments = (source: string): string =>
  source.replaceAll(/\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');

/** Return the methods of `Reading` that take a paper. */
function readersIn(source: string): string[] {
  const [, body = ''] = /export interface Reading \{\n([^]*?)\n\}/.exec(withoutComments(source)) ?? [];
  return [...body.matchAll(/^ {2}(\w+)(?:<[^(]*>)?\(([^;]*);/gm)].flatMap(([, name, rest]) =>
    /\bpaper: /.test(rest) ? [name] : [],
  );
}

function faultsOfRoom(path: string, source: string): string[] {
  const room = roomOf(path);
  return [
    ...(source.includes(`'${TOOLS}'`) && !TOOL_ROOMS.has(room)
      ? [`${path} builds lists: only ${[...TOOL_ROOMS].join(' and ')} may; read by \`visible\`.`]
      : []),
    ...(/\bshownByTask\b/.test(source) && room !== TASK_ROOM
      ? [`${path} takes rows for shown: only tasks of ${TASK_ROOM} do; read the header by \`visible\`.`]
      : []),
  ];
}

/** Checks that rooms read rows by the three readers only, and never build the condition of a list themselves. */
export const readers: Check = {
  name: 'three readers',
  selfTest: {
    files: {
      [READING]: `export interface Reading {
  /** A fourth paper: in a comment. */
  now(): string;
  get<P extends AnyPaper>(paper: P, id: string): Promise<Row<P>>;
  link(paper: AnyPaper, attachment: string): string;
  peek<P extends AnyPaper>(
    paper: P,
    id: string,
  ): Promise<Row<P>>;
  count(paper: AnyPaper): Promise<number>;
}
`,
      [FACE]: `export { whereSql, type WhereInput } from './server/list/where.ts';\nexport { sql } from './server/a.ts';\n`,
      'business/garden/rose.server.ts': `import { whereSql } from '${TOOLS}';\nimport { shownByTask } from '#kernel/server';\n`,
      'business/platform/runner.server.ts': `import { whereSql } from '${TOOLS}';\n`,
      'business/workflow/task.server.ts': `import { shownByTask } from '#kernel/server';\n`,
      'business/garden/rose.test.ts': `import { whereSql } from '${TOOLS}';\n`,
    },
    reported: [
      /context\.ts .*`peek`/,
      /context\.ts .*`count`/,
      /server\.ts exports whereSql/,
      /rose\.server\.ts builds lists/,
      /rose\.server\.ts takes rows for shown/,
    ],
  },
  look(tree) {
    const rooms = filesIn(tree, ['business'], /\.tsx?$/).filter((path) => !isTest(path));
    const face = withoutComments(sourceOf(tree, FACE)).replaceAll(/'[^']*'/g, '');
    const problems = [
      ...readersIn(sourceOf(tree, READING))
        .filter((name) => !READERS.has(name) && !OTHERS.has(name))
        .map((name) => `${READING} has the reader \`${name}\`: a reading has ${[...READERS].join(', ')}.`),
      ...BUILDERS.filter((name) => new RegExp(`\\b${name}\\b`).test(face)).map(
        (name) => `${FACE} exports ${name}, a builder of lists: it belongs to ${TOOLS}.`,
      ),
      ...rooms.flatMap((path) => faultsOfRoom(path, withoutComments(sourceOf(tree, path)))),
    ];
    return Promise.resolve({ files: rooms.length, problems });
  },
};
