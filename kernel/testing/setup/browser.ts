import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { packagedChromium, packagedRunsHere } from './chromium.ts';
import { chineseFonts } from './fonts.ts';

/** Launch options of the tests' browser: passed to `chromium.launch()` unchanged. */
export interface Browser {
  readonly executablePath: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * No sandbox, because tests also run as root in a container and open only our own pages. The zygote process remains
 * enabled: it makes a new page ten times cheaper.
 */
const ARGS = [
  '--no-sandbox',
  '--font-render-hinting=none',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-gpu-rasterization',
  '--disable-software-rasterizer',
];

const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Return the browser that the environment names, else the one from npm, else an installed one, so that no test is
 * skipped. The one from npm is the same on all machines. It is a headless shell, in which a new page takes 0.05 s of
 * CPU instead of 0.34.
 */
export async function resolveBrowser(cacheDir: string): Promise<Browser> {
  const env = { ...surroundings(), ...chineseFonts(cacheDir) };
  const fromEnvironment = named();
  if (fromEnvironment) return { executablePath: fromEnvironment, args: ARGS, env };
  const packaged = packagedRunsHere() ? await packagedChromium(cacheDir) : undefined;
  if (packaged && starts(packaged.executablePath, { ...packaged.env, ...env }))
    return { executablePath: packaged.executablePath, args: ARGS, env: { ...packaged.env, ...env } };
  const executablePath = fromPlaywright() ?? SYSTEM_BROWSERS.find((path) => existsSync(path));
  if (!executablePath) throw new Error('Stories need a Chromium: name one by BROWSER_BIN.');
  return { executablePath, args: ARGS, env };
}

/** Return whether a browser starts: the machine may lack shared libraries that it needs. */
const starts = (executable: string, env: NodeJS.ProcessEnv): boolean =>
  spawnSync(executable, ['--version', '--no-sandbox'], { env, timeout: 20_000 }).status === 0;

/** Return the complete environment of the browser process, which does not inherit ours. */
function surroundings(): Record<string, string> {
  return { PATH: process.env.PATH ?? '', HOME: process.env.HOME || tmpdir(), LANG: 'C.UTF-8' };
}

function named(): string | undefined {
  const path = process.env.BROWSER_BIN || process.env.PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH;
  if (path && !existsSync(path)) throw new Error(`BROWSER_BIN=${path}: there is no such file.`);
  return path || undefined;
}

/** Return the newest Chromium that Playwright has installed, from its numbered folders; undefined if there is none. */
function fromPlaywright(): string | undefined {
  const cache =
    process.env.PLAYWRIGHT_BROWSERS_PATH ||
    join(homedir(), process.platform === 'darwin' ? 'Library/Caches/ms-playwright' : '.cache/ms-playwright');
  if (!existsSync(cache)) return undefined;
  const numberOf = (folder: string): number => Number(folder.split('-')[1]);
  const folders = readdirSync(cache).filter((name) => /^chromium(_headless_shell)?-\d+$/.test(name));
  return folders
    .sort((a, b) => numberOf(b) - numberOf(a))
    .flatMap((folder) => programsIn(join(cache, folder)))
    .find((path) => existsSync(path));
}

function programsIn(folder: string): string[] {
  return [
    'chrome-linux/headless_shell',
    'chrome-headless-shell-linux64/chrome-headless-shell',
    'chrome-linux/chrome',
    'chrome-linux64/chrome',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  ].map((program) => join(folder, program));
}
