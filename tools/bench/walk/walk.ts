import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { projectDir } from '../../command/project-dir.ts';

/** Print how many files and functions each act enters, beside its goals. A missed goal does not fail the command. */
export async function walk(): Promise<void> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'play-walk.ts')], {
    cwd: projectDir,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  if (code !== 0) throw new Error(`the walk ended with ${code ?? signal}`);
}
