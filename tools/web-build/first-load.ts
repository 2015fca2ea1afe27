import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/**
 * Marks the list of files in the page. The page's inline script reads it, and the worker finds it by this mark
 * (`web/worker/worker.ts`).
 */
const MARK = '/*first load*/';
const PLACE = `${MARK} {}`;

const SHELL = /\/web\/shell\/shell\.tsx$/;
const LIST = /\/kernel\/web\/list\/list-screen\.tsx$/;

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk & { readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> } };

const chunksOf = (bundle: Bundle): Chunk[] => Object.values(bundle).filter((one): one is Chunk => one.type === 'chunk');

/** Add to `seen` a chunk with everything that it imports, and their styles. */
function closure(bundle: Bundle, chunk: Chunk | undefined, seen: Set<string>): void {
  if (!chunk || seen.has(chunk.fileName)) return;
  seen.add(chunk.fileName);
  for (const style of chunk.viteMetadata?.importedCss ?? []) seen.add(style);
  for (const name of chunk.imports) closure(bundle, bundle[name] as Chunk | undefined, seen);
}

const sizeOf = (bundle: Bundle, file: string): number => {
  const one = bundle[file];
  return one?.type === 'chunk' ? one.code.length : (one?.source.length ?? 0);
};

/**
 * Size in characters below which a file is not listed: it comes with the script that imports it. The list is part of
 * every first load, also that of the login.
 */
const LISTED_FROM = 8000;

/** Return the pages that the worker caches for use without a network. Their lists are complete. */
const offlinePages = (root: string): readonly string[] =>
  [
    ...(
      /^const KEPT_PAGES = \[(.*)\];/m.exec(readFileSync(join(root, 'web/worker/worker.ts'), 'utf8'))?.[1] ?? ''
    ).matchAll(/'([^']+)'/g),
  ].map(([, path]) => path);

/**
 * Return the path and the source file of each page in the `room.screens.ts` of the rooms. Pages of one row, with its id
 * in the path, are left out.
 */
function ownPages(root: string): [string, string][] {
  return globSync('business/*/room.screens.ts', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/'(\/[^':]+)': \(\) => import\('\.\/([^']+)'\)/g)].map(
      ([, path, source]): [string, string] => [path, join(root, file, '..', source)],
    ),
  );
}

/** Return the page without the indents and comments of its scripts, which Vite leaves as they are. */
const compact = (html: string): string => html.replaceAll(/^\s*\/\/.*\n/gm, '').replaceAll(/^\s+/gm, '');

/**
 * Write the files of each first screen into the page, so that a logged-in browser requests them before its first
 * script. Otherwise each dynamic import would cost a round trip after the one before it.
 */
export function firstLoad(root: string): Plugin {
  return {
    name: 'anju-first-load',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle || !html.includes(PLACE)) return html;
        const chunks = chunksOf(bundle);
        const known = new Set<string>();
        for (const entry of chunks.filter((chunk) => chunk.isEntry && chunk.facadeModuleId?.endsWith('index.html')))
          closure(bundle, entry, known);
        const take = (is: (source: string) => boolean): string[] => {
          const seen = new Set(known);
          closure(
            bundle,
            chunks.find((chunk) => chunk.moduleIds.some(is)),
            seen,
          );
          // Largest first, since a browser loads only six files of a host at a time.
          return [...seen]
            .filter((file) => !known.has(file))
            .toSorted((one, other) => sizeOf(bundle, other) - sizeOf(bundle, one));
        };
        const shell = take((source) => SHELL.test(source));
        for (const file of shell) known.add(file);
        const offline = offlinePages(root);
        const pages = Object.fromEntries(
          ownPages(root).map(([path, source]) => [
            path,
            take((one) => one === source).filter(
              (file) => offline.includes(path) || sizeOf(bundle, file) >= LISTED_FROM,
            ),
          ]),
        );
        return compact(html).replace(
          PLACE,
          () => `${MARK} ${JSON.stringify({ shell, list: take((source) => LIST.test(source)), pages })}`,
        );
      },
    },
  };
}
