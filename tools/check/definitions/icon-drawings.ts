import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectDir } from '../../command/project-dir.ts';
import { filesIn } from '../source-files.ts';

const IMPORT = /import \{([^}]*)\} from 'lucide-react';/g;
type Drawing = {
  readonly name: string;
  readonly node: readonly (readonly [tag: string, attributes: Record<string, string>])[];
};

/** Return a JSON text with the drawings of all icons that sources import, one a line. */
export async function makeIconDrawings(): Promise<string> {
  const folder = dirname(createRequire(import.meta.url).resolve('lucide-react/package.json'));
  const esm = join(folder, 'dist', 'esm');
  const fileOf = filesByName(readFileSync(join(esm, 'lucide-react.mjs'), 'utf8'));
  const lines = await Promise.all(
    usedNames().map(async (name) => {
      const file = fileOf.get(name);
      if (!file) throw new Error(`lucide-react has no icon ${name}.`);
      const { __iconData: drawing } = (await import(pathToFileURL(join(esm, file)).href)) as { __iconData: Drawing };
      return `${JSON.stringify(name)}: ${JSON.stringify([drawing.name, drawing.node.map(withoutKey)])}`;
    }),
  );
  return `{\n${lines.join(',\n')}\n}\n`;
}

function usedNames(): string[] {
  const files = filesIn(projectDir, ['business', 'kernel', 'web'], /\.tsx?$/);
  const names = files.flatMap((path) =>
    [...readFileSync(join(projectDir, path), 'utf8').matchAll(IMPORT)]
      .flatMap(([, list = '']) => list.split(','))
      .map((one) => one.trim().split(' as ')[0] ?? '')
      .filter((name) => name !== '' && !name.startsWith('type ')),
  );
  return [...new Set(names)].toSorted();
}

/** Map each icon name, former ones included, to its file, from the index of the package. */
function filesByName(index: string): Map<string, string> {
  return new Map(
    [...index.matchAll(/^export \{ (.*) \} from '(\.\/icons\/[^']+)';$/gm)].flatMap(([, names = '', file = '']) =>
      names.split(', ').map((name): [string, string] => [name.replace('default as ', ''), file]),
    ),
  );
}

const withoutKey = ([tag, { key: _key, ...attributes }]: Drawing['node'][number]): [string, object] => [
  tag,
  attributes,
];
