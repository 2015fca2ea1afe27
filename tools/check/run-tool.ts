import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { projectDir } from '../command/project-dir.ts';

/**
 * Run a tool of node_modules under this Node and return its output, whatever its exit code. A tool without output
 * counts as failed, unless it `mayBeSilent`.
 */
export function runTool(
  program: string,
  args: readonly string[],
  cwd: string,
  { mayBeSilent = false } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(projectDir, 'node_modules', program), ...args], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const printed: Buffer[] = [];
    const errors: Buffer[] = [];
    child.stdout.on('data', (piece: Buffer) => printed.push(piece));
    child.stderr.on('data', (piece: Buffer) => errors.push(piece));
    child.on('error', reject);
    child.on('close', () =>
      printed.length > 0 || (mayBeSilent && errors.length === 0)
        ? resolve(Buffer.concat(printed).toString())
        : reject(new Error(`${program} printed nothing.\n${Buffer.concat(errors)}`)),
    );
  });
}
