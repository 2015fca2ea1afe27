import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * File with the icons by their imported names, each with the name and the parts of its drawing. `npm run check --
 * --fix` writes it.
 */
export const ICONS = 'kernel/web/theme/icons/generated/lucide.json';
type Icons = Readonly<Record<string, readonly [drawing: string, parts: readonly unknown[]]>>;

/** Module id that appears in the error of the bundler if an icon is missing. */
const ALL = '\0icons that npm run check -- --fix wrote';
const ONE = '\0lucide:';

/**
 * Serve `lucide-react` from the generated file. So only checks need the package (51 MB), for drawings and types. In a
 * build each icon is a module, and a page loads only its own; in development all are one module.
 */
export function iconModules(root: string): Plugin {
  const read = (): Icons => JSON.parse(readFileSync(join(root, ICONS), 'utf8')) as Icons;
  const head = `import { drawnIcon } from ${JSON.stringify(join(root, 'kernel/web/theme/icons/icon.ts'))};`;
  let isBuild = true;
  return {
    name: 'anju-icons',
    enforce: 'pre',
    configResolved: ({ command }) => void (isBuild = command === 'build'),
    resolveId: (source) =>
      source === 'lucide-react' || source.startsWith(ONE)
        ? { id: source === 'lucide-react' ? ALL : source, moduleSideEffects: false }
        : null,
    load(id) {
      if (id === ALL) return isBuild ? references(read()) : [head, ...definitions(read())].join('\n');
      if (!id.startsWith(ONE)) return null;
      const icon = Object.values(read()).find(([name]) => `${ONE}${name}` === id);
      return icon ? `${head}\nexport default ${made(...icon)};` : null;
    },
  };
}

const made = (drawing: string, parts: readonly unknown[]): string =>
  `/* @__PURE__ */ drawnIcon(${JSON.stringify(drawing)}, ${JSON.stringify(parts)})`;

const references = (all: Icons): string =>
  Object.entries(all)
    .map(([name, [drawing]]) => `export { default as ${name} } from ${JSON.stringify(ONE + drawing)};`)
    .join('\n');

const definitions = (all: Icons): string[] =>
  Object.entries(all).map(([name, [drawing, parts]]) => `export const ${name} = ${made(drawing, parts)};`);
