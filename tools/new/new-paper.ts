import { StartupError } from '#kernel/server/settings/startup-error.ts';

export interface NewPaperPlace {
  readonly room: string;
  /** Of the definition, from the folder of the room. */
  readonly path: string;
  /** As code says it: `serviceCard`. */
  readonly name: string;
  readonly words: string;
}

/** `intake/care/service-card` → where the paper `serviceCard` is defined. */
export function newPaperPlace(given: string): NewPaperPlace {
  const [room, corridor, paper, ...more] = given.split('/');
  const kebab = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
  if (!room || !corridor || !paper || more.length > 0 || ![room, corridor, paper].every((part) => kebab.test(part))) {
    throw new StartupError(
      '用法：npm run new <房间>/<走廊>/<单据>，例如 intake/care/service-card',
      'Usage: npm run new <room>/<corridor>/<paper>, as intake/care/service-card',
    );
  }
  const name = paper.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const words = paper.replaceAll('-', ' ');
  return { room, path: `${corridor}/${paper}.paper.ts`, name, words: (words[0] ?? '').toUpperCase() + words.slice(1) };
}

/** The least that is a paper; the compiler says what else a change needs. */
export function definitionOf({ room, name, words }: NewPaperPlace): string {
  const table = name.toLowerCase();
  return `import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';

/** What it is for, in one sentence that somebody of the company would say. */
export const ${name} = paper('${name}', {
  title: ['${words}', '${words}'],
  table: '${table}',
  path: 'blade-${room}/webApi/${table}',
  rights: { read: ['admin'], write: ['admin'], remove: ['admin'] },
  caption: 'title',
  search: ['title'],
  fields: {
    title: text(['名称', 'Name'], { required: true, list: true, filter: 'like', max: 64 }),
  },
});
`;
}

/** The table of contents of a room that does not exist yet: a new folder is all that the product asks for. */
export function roomDefinitionOf({ room }: NewPaperPlace): string {
  const words = `${room[0].toUpperCase()}${room.slice(1).replaceAll('-', ' ')}`;
  return `import type { Room } from '#kernel/language/room.ts';

/** What it is for, in one sentence that somebody of the company would say. */
export default {
  name: '${room}',
  title: ['${words}', '${words}'],
  needs: [],
  load: 'frame',
  topMenu: { code: '${room}', label: ['${words}', '${words}'], icon: 'folder', sort: 100 },
  papers: [],
  dictionaries: [],
  groups: [{ code: '${room}', label: ['${words}', '${words}'], icon: 'folder', sort: 300 }],
} satisfies Room;
`;
}

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
