import { StartupError } from '#kernel/server/settings/startup-error.ts';

export interface NewPaperPlace {
  readonly room: string;
  /** Of the definition, from the folder of the room. */
  readonly path: string;
  /** As code says it: `serviceCard`. */
  readonly name: string;
  /** As people read it, in Chinese and English. */
  readonly title: readonly [zh: string, en: string];
}

/** `intake/care/service-card 服务卡` → where the paper `serviceCard` is defined, and how it is called; English follows from the name where it is not given. */
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

/** The least that is a paper: a title, a place in the menu, and who may. `group` is a group of its room's menu. */
export function definitionOf({ room, name, title }: NewPaperPlace, group: string): string {
  const table = name.toLowerCase();
  return `import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';

/** What it is for, in one sentence that somebody of the company would say. */
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

/** The table of contents of a room that does not exist yet: a new folder is all that the product asks for. */
export function roomDefinitionOf({ room, title: [zh] }: NewPaperPlace): string {
  const title = pair([zh, `${room[0].toUpperCase()}${room.slice(1).replaceAll('-', ' ')}`]);
  return `import type { Room } from '#kernel/language/room.ts';

/** What it is for, in one sentence that somebody of the company would say. */
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

/** The first group of a room's menu, or the one where its other papers stand: there a new paper is found until it is put elsewhere. */
export const groupIn = (room: string, papers: readonly string[], { room: name }: NewPaperPlace): string =>
  /groups: \[\s*\{\s*code: '([\w-]+)'/.exec(room)?.[1] ?? /\bgroup: '([\w-]+)'/.exec(papers.join('\n'))?.[1] ?? name;

/** The room's table of contents with one more line: the import in its order, the paper at the end. */
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
