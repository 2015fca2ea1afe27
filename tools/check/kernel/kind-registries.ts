import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Check } from '../check.ts';
import { filesIn } from '../source-files.ts';

/**
 * An aspect of field kinds (rules, column, view, input): its file and export in each kind, and the registry that
 * collects it.
 */
interface Face {
  readonly path: string;
  readonly file: (folder: string) => string;
  readonly exported: string;
  readonly gathered: string;
  readonly type: string;
  readonly from: string;
  readonly about: string;
}

const FACES: readonly Face[] = [
  {
    path: 'kernel/fields/generated/kinds.ts',
    file: (folder) => `${folder}.ts`,
    exported: 'Kind',
    gathered: 'kinds',
    type: 'Kind',
    from: '../kind.ts',
    about: 'The pure faces of all kinds.',
  },
  {
    path: 'kernel/fields/generated/columns.server.ts',
    file: (folder) => `${folder}.server.ts`,
    exported: 'Column',
    gathered: 'kindColumns',
    type: 'SqlColumn',
    from: '../column.ts',
    about: 'How all kinds lie in PostgreSQL.',
  },
  {
    path: 'kernel/fields/generated/views.view.tsx',
    file: (folder) => `${folder}.view.tsx`,
    exported: 'View',
    gathered: 'kindViews',
    type: 'KindView',
    from: '../faces.view.tsx',
    about: 'How all kinds are shown.',
  },
  {
    path: 'kernel/fields/generated/inputs.view.tsx',
    file: (folder) => `${folder}-input.view.tsx`,
    exported: 'Input',
    gathered: 'kindInputs',
    type: 'KindInput',
    from: '../faces.view.tsx',
    about: 'How all kinds are typed and searched.',
  },
];

/** Return the kinds that a file exports with this suffix: `moneyKind` gives `money`. */
function kindsIn(tree: string, path: string, exported: string): string[] {
  if (!existsSync(join(tree, path))) return [];
  const text = readFileSync(join(tree, path), 'utf8');
  const name = new RegExp(`(?:\\bexport const | as )(\\w+)${exported}\\b`, 'g');
  return [...text.matchAll(name)].map(([, kind]) => kind);
}

/** Return the source of a registry, from the folders of the kinds. */
function registryOf(tree: string, { file, exported, gathered, type, from, about }: Face): string {
  const folders = foldersIn(tree);
  const found = folders
    .map((folder) => ({ from: `../${folder}/${file(folder)}`, kinds: facesIn(tree, folder, file, exported) }))
    .filter(({ kinds }) => kinds.length > 0);
  const named = found.flatMap(({ kinds }) => kinds);
  return [
    `// Written by \`npm run check -- --fix\` from the folders of kernel/fields.`,
    `import type { ${type} } from '${from}';`,
    ...found.map((one) => `import { ${one.kinds.map((kind) => kind + exported).join(', ')} } from '${one.from}';`),
    '',
    `/** ${about} */`,
    `export const ${gathered}: Readonly<Record<string, ${type}>> = {`,
    ...named.map((kind) => `  ${kind}: ${kind}${exported},`),
    '};',
    '',
  ].join('\n');
}

const facesIn = (tree: string, folder: string, file: Face['file'], exported: string): string[] =>
  kindsIn(tree, `kernel/fields/${folder}/${file(folder)}`, exported);

/** Return the folders of kinds: those whose main file exports a `…Kind`. */
const foldersIn = (tree: string): string[] =>
  filesIn(tree, ['kernel/fields'], /^kernel\/fields\/([\w-]+)\/\1\.ts$/)
    .map((path) => path.split('/')[2])
    .filter((folder) => kindsIn(tree, `kernel/fields/${folder}/${folder}.ts`, 'Kind').length > 0);

/** Return faults of kinds without a column or a view. A kind without an input is typed as text. */
function faceless(tree: string): string[] {
  return foldersIn(tree).flatMap((folder) => {
    const kinds = kindsIn(tree, `kernel/fields/${folder}/${folder}.ts`, 'Kind');
    return FACES.filter(({ exported }) => exported !== 'Input').flatMap(({ file, exported }) => {
      const there = facesIn(tree, folder, file, exported);
      return kinds
        .filter((kind) => !there.includes(kind))
        .map((kind) => `kernel/fields/${folder}/${file(folder)} does not export ${kind}${exported}.`);
    });
  });
}

const isCurrent = (tree: string, face: Face): boolean =>
  existsSync(join(tree, face.path)) && readFileSync(join(tree, face.path), 'utf8') === registryOf(tree, face);

/** Write the registries of kinds that have changed. A module that imports one must be loaded after this call. */
export function writeKindRegistries(tree: string): void {
  for (const face of FACES) {
    if (isCurrent(tree, face)) continue;
    mkdirSync(dirname(join(tree, face.path)), { recursive: true });
    writeFileSync(join(tree, face.path), registryOf(tree, face));
    console.log(`• wrote ${face.path}`);
  }
}

const face = (name: string, type: string): string => `export const ${name}${type} = {};\n`;
const listed = (type: string, from: string, file: string, gathered: string, exported: string, about: string): string =>
  `// Written by \`npm run check -- --fix\` from the folders of kernel/fields.\nimport type { ${type} } from '${from}';\nimport { tint${exported} } from '../tint/${file}';\n\n/** ${about} */\nexport const ${gathered}: Readonly<Record<string, ${type}>> = {\n  tint: tint${exported},\n};\n`;

/** Checks that each kind has the files that it needs, and that the registries match the folders of the kinds. */
export const kindRegistries: Check = {
  name: 'a kind of field is one folder',
  selfTest: {
    files: {
      'kernel/fields/tint/tint.ts': face('tint', 'Kind'),
      'kernel/fields/tint/tint.server.ts': face('tint', 'Column'),
      'kernel/fields/tint/tint.view.tsx': face('tint', 'View'),
      'kernel/fields/tint/tint-shades.ts': face('shade', 'Kind'),
      // The planted registries list only `tint`. This is complete for columns; the other registries lack `scent`, a
      // kind without a column.
      'kernel/fields/generated/columns.server.ts': listed(
        'SqlColumn',
        '../column.ts',
        'tint.server.ts',
        'kindColumns',
        'Column',
        'How all kinds lie in PostgreSQL.',
      ),
      'kernel/fields/generated/kinds.ts': listed(
        'Kind',
        '../kind.ts',
        'tint.ts',
        'kinds',
        'Kind',
        'The pure faces of all kinds.',
      ),
      'kernel/fields/scent/scent.ts': `${face('scent', 'Kind')}${face('odour', 'Kind')}`,
      'kernel/fields/scent/scent.view.tsx': `${face('scent', 'View')}export { scentView as odourView };\n`,
      'kernel/fields/scent/scent-input.view.tsx': face('scent', 'Input'),
    },
    reported: [
      /scent\.server\.ts does not export scentColumn/,
      /scent\.server\.ts does not export odourColumn/,
      /generated\/kinds\.ts is not current/,
      /generated\/views\.view\.tsx is not current/,
      /generated\/inputs\.view\.tsx is not current/,
    ],
  },
  look(tree) {
    const stale = FACES.filter((one) => !isCurrent(tree, one)).map(
      ({ path }) => `${path} is not current: npm run check -- --fix writes it again.`,
    );
    return Promise.resolve({ files: foldersIn(tree).length, problems: [...faceless(tree), ...stale] });
  },
};
