import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from './check.ts';
import { deadCodeSelfTest } from './self-tests/dead-code.ts';
import { runTool } from './run-tool.ts';
import { filesIn, SOURCE_FOLDERS } from './source-files.ts';

type Named = { readonly name: string };
type Issue = { readonly file: string } & Readonly<Record<string, string | readonly Named[]>>;
type Found = { readonly file: string; readonly kind: string; readonly name: string };

const TEST_MANIFEST = 'tools/launcher/packages/test/package.json';
/** Paths of files that run only where the test packages are installed. */
const TEST_FILE = /\.test\.tsx?$|(^|\/)(testing|tests)\/|^tools\/(check|test|bench)\b|^vitest\.config/;

/** Reports unused files, exports and packages, found by knip. */
export const deadCode: Check = {
  name: 'dead code',
  selfTest: deadCodeSelfTest,
  async look(tree) {
    if (!existsSync(join(tree, 'knip.json'))) throw new Error('knip.json is missing.');
    const { issues } = JSON.parse(
      await runTool('knip/bin/knip.js', ['--reporter', 'json', '--no-progress', '--no-exit-code'], tree),
    ) as { issues: Issue[] };
    return {
      files: filesIn(tree, SOURCE_FOLDERS, /\.(ts|tsx|mjs)$/).length,
      problems: withoutTestPackages(tree, issues.flatMap(partsOf)).map(
        ({ file, kind, name }) => `${file}: unused or unknown (${kind}): ${name}`,
      ),
    };
  },
};

function partsOf({ file, ...kinds }: Issue): Found[] {
  return Object.entries(kinds).flatMap(([kind, found]) =>
    Array.isArray(found) ? found.map(({ name }: Named) => ({ file, kind, name })) : [],
  );
}

/**
 * Leave out findings about test packages, whose manifest is in a folder without sources. Test files may import them,
 * and a listed test package counts as used if a test file imports it.
 */
function withoutTestPackages(tree: string, found: readonly Found[]): Found[] {
  const listed = packagesIn(join(tree, TEST_MANIFEST));
  const ofProject = packagesIn(join(tree, 'package.json'));
  const isImport = ({ file, kind, name }: Found): boolean =>
    kind === 'unlisted' && listed.has(name) && TEST_FILE.test(file);
  const imported = new Set(found.filter(isImport).map(({ name }) => name));
  const isUsed = (name: string): boolean => {
    const described = name.replace(/^@types\//, '');
    return (
      imported.has(name) ||
      (described !== name && (described === 'node' || ofProject.has(described) || listed.has(described)))
    );
  };
  return found.filter((one) => !isImport(one) && !(one.file === TEST_MANIFEST && isUsed(one.name)));
}

function packagesIn(manifest: string): ReadonlySet<string> {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(manifest, 'utf8')) as Record<
    string,
    object | undefined
  >;
  return new Set(Object.keys({ ...dependencies, ...devDependencies }));
}
