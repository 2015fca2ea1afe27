import type { Plugin } from 'vite';

/** Matches files that must never reach a browser: they contain SQL, access to keys, or reasons of refusals. */
const SERVER_FILE =
  /\.(server|relation|figure)\.ts$|[\\/]kernel[\\/]server[\\/]|[\\/]server[\\/](main|assemble|messages)\.ts$/;

/**
 * Fail the build (or the request of the dev server) if a screen imports a server file, and show the chain of imports.
 * Vite would only print a warning.
 */
export function browserOnly(): Plugin {
  const importers = new Map<string, string>();
  return {
    name: 'anju-browser-only',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!importer || importer.includes('node_modules')) return null;
      const found = await this.resolve(source, importer, { skipSelf: true });
      if (found && !importers.has(found.id)) importers.set(found.id, importer);
      return null;
    },
    load(id) {
      const file = id.split('?')[0] ?? id;
      if (!SERVER_FILE.test(file)) return null;
      throw new Error(
        `A server file reaches the browser: ${[file, ...wayTo(file, importers)].join('\n  imported by ')}`,
      );
    },
  };
}

function wayTo(file: string, importers: ReadonlyMap<string, string>): string[] {
  const way: string[] = [];
  for (let at = importers.get(file); at && !way.includes(at); at = importers.get(at)) way.push(at);
  return way;
}
