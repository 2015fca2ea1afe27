import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { filesIn } from '../source-files.ts';

/** A file of `business/` with what it imports and the tables that its SQL names. */
export interface RoomFile {
  readonly path: string;
  readonly room: string;
  /** Files, as paths from the tree; packages and the kernel are left out. */
  readonly imports: readonly { readonly path: string; readonly relative: boolean }[];
  readonly tables: readonly string[];
  /** An import of an address that is put together while running leads nobody knows where. */
  readonly computedImport: boolean;
}

/** What a file of a room may be called: its suffix says where it runs and what it may import. */
const KNOWN =
  /\.(paper|relation|rules|service|calls|effects|server|seed|test)\.ts$|\.(view|screen|test)\.tsx$|\.css$|\/(room|room\.screens|dictionaries|refusals|answers)\.ts$|\/patches\/\d{4}-[a-z\d-]+\.ts$|\/testing\/[a-z\d-]+\.ts$|\/testing\/miwg\/(README\.md|(c\/)?[\d.A-C]+\.bpmn)$/;

/** Tests meet the whole product. */
export const isTest = (path: string): boolean => /\.test\.tsx?$|\/testing\//.test(path);

export const roomOf = (path: string): string => path.split('/')[1] ?? '';

export const hasKnownName = (path: string): boolean => KNOWN.test(path);

/** Return a source without its comments; lines stay where they are. */
export const withoutComments = (source: string): string =>
  source
    .replaceAll(/\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ''))
    .replaceAll(/^[ \t]*\/\/.*$/gm, '');

const IMPORT = /(?:from|import)\s*\(?\s*'([^'\n]+)'/g;
/** The first table after each word that a table follows, and those behind its commas. */
const TABLES = /\b(?:from|join|into|update|truncate|table)\s+((?:\w+(?:\s+\w+)?\s*,\s*)*\w+)/gi;

function importsOf(path: string, source: string): RoomFile['imports'] {
  return [...source.matchAll(IMPORT)].flatMap(([, name]): RoomFile['imports'] => {
    if (name.startsWith('#business/')) return [{ path: name.slice(1), relative: false }];
    return name.startsWith('.') ? [{ path: join(dirname(path), name), relative: true }] : [];
  });
}

const tablesOf = (source: string): string[] => [
  ...new Set(
    [...source.matchAll(TABLES)].flatMap(([, names]) =>
      names.split(',').map((one) => one.trim().split(/\s+/)[0] ?? ''),
    ),
  ),
];

/** Every file below `business/`. */
export const roomFiles = (tree: string): RoomFile[] =>
  filesIn(tree, ['business'], /./).map((path) => {
    const source = /\.tsx?$/.test(path) ? withoutComments(readFileSync(join(tree, path), 'utf8')) : '';
    return {
      path,
      room: roomOf(path),
      imports: importsOf(path, source),
      tables: tablesOf(source),
      computedImport: /\bimport\s*\((?!\s*')/.test(source),
    };
  });
