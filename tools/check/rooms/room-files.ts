import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { filesIn } from '../source-files.ts';

/** A file of `business/` with its imports and the tables of its SQL. */
export interface RoomFile {
  readonly path: string;
  readonly room: string;
  /** Imported files, as paths from the root of the tree; without packages and the kernel. */
  readonly imports: readonly { readonly path: string; readonly relative: boolean }[];
  readonly tables: readonly string[];
  /** True if an import has a computed path, which cannot be followed. */
  readonly computedImport: boolean;
}

/** Matches allowed file names in a room: the suffix says where a file runs and what it may import. */
const KNOWN =
  /\.(paper|relation|figure|rules|service|calls|effects|server|seed|test)\.ts$|\.(view|screen|test)\.tsx$|\.css$|\/(room|room\.screens|dictionaries|refusals|answers)\.ts$|\/patches\/\d{4}-[a-z\d-]+\.ts$|\/testing\/[a-z\d-]+\.ts$|^business\/[\w-]+\/README\.md$|\/testing\/miwg\/(README\.md|(c\/)?[\d.A-C]+\.bpmn)$/;

/** Return whether a file is a test or a test helper, which may import everything. */
export const isTest = (path: string): boolean => /\.test\.tsx?$|\/testing\//.test(path);

export const roomOf = (path: string): string => path.split('/')[1] ?? '';

export const hasKnownName = (path: string): boolean => KNOWN.test(path);

/** Return a source without its comments. Line breaks remain, so line numbers do not change. */
export const withoutComments = (source: string): string =>
  source
    .replaceAll(/\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ''))
    .replaceAll(/^[ \t]*\/\/.*$/gm, '');

const IMPORT = /(?:from|import)\s*\(?\s*'([^'\n]+)'/g;
/** Matches the tables after a word such as `from`, also those in a list. */
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

/** Return every file below `business/`. */
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
