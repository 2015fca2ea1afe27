import { StartupError } from '#kernel/server/settings/startup-error.ts';

export interface NewPaperPlace {
  readonly room: string;
  /** Path of the definition within the folder of its room. */
  readonly path: string;
  /** Name in the code, such as `serviceCard`. */
  readonly name: string;
  /** Title that people read, in Chinese and English. */
  readonly title: readonly [zh: string, en: string];
}

/**
 * Return the place and names of a paper: `intake/care/service-card 服务卡` defines `serviceCard`. By default the English
 * title is derived from the name.
 */
export function newPaperPlace(given: string, zh: string | undefined, en?: string): NewPaperPlace {
  const [room, corridor, paper, ...more] = given.split('/');
  const kebab = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
  if (
    !zh ||
    !room ||
    !corridor ||
    !paper ||
    more.length > 0 ||
    ![room, corridor, paper].every((part) => kebab.test(part))
  ) {
    throw new StartupError(
      '用法：npm run new <房间>/<文件夹>/<单据> <中文名> [英文名]，例如 npm run new intake/care/service-card 服务卡',
      'Usage: npm run new <room>/<folder>/<paper> <Chinese title> [English title], as npm run new intake/care/service-card 服务卡',
    );
  }
  const name = paper.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const words = paper.replaceAll('-', ' ');
  return {
    room,
    path: `${corridor}/${paper}.paper.ts`,
    name,
    title: [zh, en ?? words[0].toUpperCase() + words.slice(1)],
  };
}

const quoted = (text: string): string => `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
const pair = ([zh, en]: readonly [zh: string, en: string]): string => `[${quoted(zh)}, ${quoted(en)}]`;

/** Return the source of a minimal paper: title, place in the menu, rights. `group` is the menu group. */
export function definitionOf({ room, name, title }: NewPaperPlace, group: string): string {
  const table = name.toLowerCase();
  return `import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';

/** The purpose, in one sentence of somebody of the company. */
export const ${name} = paper('${name}', {
  title: ${pair(title)},
  table: '${table}',
  path: 'blade-${room}/webApi/${table}',
  rights: { read: ['admin'], write: ['admin'], remove: ['admin'] },
  caption: 'title',
  search: ['title'],
  menu: { group: '${group}', icon: 'file-text', path: '/${room}/${table}', sort: 900 },
  fields: {
    title: text(['名称', 'Name'], { required: true, list: true, filter: 'like', max: 64 }),
  },
});
`;
}

/** Return the title of a new room: in Chinese that of its first paper, in English the name of its folder. */
const roomTitleOf = ({ room, title: [zh] }: NewPaperPlace): readonly [zh: string, en: string] => [
  zh,
  `${room[0].toUpperCase()}${room.slice(1).replaceAll('-', ' ')}`,
];

/** Return the beginning of the README of a new room, in the form that `tools/check/documents/room-readmes.ts` checks. */
export function readmeOf(place: NewPaperPlace): string {
  return `# ${roomTitleOf(place).join(' · ')}

- **Purpose**: Describe in one sentence what this room is for.
- **Papers**: \`${place.name}\`.
- **Needs**: Nothing.
- **Offers**: Name its services, places and events.
- **Users**: \`admin\`.
- **Read first**: [room.ts](room.ts), [${place.path}](${place.path}), [ARCHITECTURE.md](../../ARCHITECTURE.md).
- **Surprising rule**: Name the rule that a newcomer would break.
- **Tests**: The generic tests of [kernel/testing/generic](../../kernel/testing/generic); link the tests of this room.
`;
}

/** Add the name of a paper to the line `Papers` of a README. */
export const namedIn = (readme: string, { name }: NewPaperPlace): string =>
  readme.replace(
    /^(- \*\*Papers\*\*: )([^.]*)\./m,
    (_, line: string, papers: string) => `${line}${papers.startsWith('`') ? `${papers}, ` : ''}\`${name}\`.`,
  );

/** Return the source of a new room. Nothing outside its folder must change. */
export function roomDefinitionOf(place: NewPaperPlace): string {
  const { room } = place;
  const title = pair(roomTitleOf(place));
  return `import type { Room } from '#kernel/language/room.ts';

/** The purpose, in one sentence of somebody of the company. */
export default {
  name: '${room}',
  title: ${title},
  needs: [],
  load: 'frame',
  topMenu: { code: '${room}', label: ${title}, icon: 'folder', sort: 100 },
  papers: [],
  dictionaries: [],
  groups: [{ code: '${room}', label: ${title}, icon: 'folder', sort: 300 }],
} satisfies Room;
`;
}

/**
 * Return the menu group for a new paper: the first group of its room, else that of another paper, else the room's name.
 */
export const groupIn = (room: string, papers: readonly string[], { room: name }: NewPaperPlace): string =>
  /groups: \[\s*\{\s*code: '([\w-]+)'/.exec(room)?.[1] ?? /\bgroup: '([\w-]+)'/.exec(papers.join('\n'))?.[1] ?? name;

/** Add a paper to the source of its room: its import in alphabetical order, and its name at the end of the papers. */
export function listedIn(room: string, { path, name }: NewPaperPlace): string {
  const line = `import { ${name} } from './${path}';`;
  const lines = room.split('\n');
  const after = lines.findLastIndex((one) => /^import .* from '\.\//.test(one) && addressOf(one) < addressOf(line));
  const lastImport = lines.findLastIndex((one) => one.startsWith('import '));
  const firstOwn = lines.findIndex((one) => /^import .* from '\.\//.test(one));
  lines.splice(after >= 0 ? after + 1 : firstOwn >= 0 ? firstOwn : lastImport + 1, 0, line);
  const listed = lines
    .join('\n')
    .replace(
      /(papers: \[[^\]]*?)(,?)(\s*)\]/,
      (_, before: string, _comma, space: string) => `${before}, ${name}${space.includes('\n') ? ',' : ''}${space}]`,
    );
  return listed.replace('papers: [, ', 'papers: [');
}

const addressOf = (line: string): string => /from '(.*)'/.exec(line)?.[1] ?? '';
