import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectDir } from '../../command/project-dir.ts';
import type { Check } from '../check.ts';

/** Configuration files that the tools read. They are copied into the planted tree unless it has its own. */
const CONFIGURATION = [
  'package.json',
  'tsconfig.base.json',
  'tsconfig.server.json',
  'tsconfig.web.json',
  'tsconfig.tests.json',
  '.oxlintrc.json',
  '.prettierrc.json',
  '.prettierignore',
  'tools/check/lint',
];

/** Run a check on its planted tree. Return the patterns that it did not report, and unexpected reports. */
export async function prove({ name, look, selfTest: planted }: Check): Promise<string[]> {
  const tree = mkdtempSync(join(tmpdir(), 'anju-planted-'));
  try {
    plant(tree, planted.files);
    const { problems } = await look(tree);
    const missed = planted.reported.filter((pattern) => !problems.some((problem) => pattern.test(problem)));
    const unasked = problems.filter((problem) => !planted.reported.some((pattern) => pattern.test(problem)));
    return [
      ...missed.map((pattern) => `${name} does not see a planted violation: ${pattern}`),
      ...unasked.map((problem) => `${name} reports what is lawful: ${problem}`),
    ];
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}

function plant(tree: string, files: Readonly<Record<string, string>>): void {
  for (const path of CONFIGURATION) cpSync(join(projectDir, path), join(tree, path), { recursive: true });
  symlinkSync(join(projectDir, 'node_modules'), join(tree, 'node_modules'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text);
  }
}
