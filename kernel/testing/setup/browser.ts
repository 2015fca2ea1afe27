import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { packagedChromium, packagedRunsHere } from './chromium.ts';
import { chineseFonts } from './fonts.ts';

/** How tests start their browser: handed to `chromium.launch()` as it stands. */
export interface Browser {
  readonly executablePath: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** No sandbox: tests also run as root in a container, and only ever open our own pages. The zygote stays: to begin a page from it takes a tenth of a new process. */
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
 * The browser named by the environment, else the one from npm, else one that is installed: no test is skipped for lack of one. The one
 * from npm comes first: it is the same for everybody, and without the windows of a whole Chromium a new page takes 0.05 s of CPU instead of 0.34.
 */
export async function resolveBrowser(cacheDir: string): Promise<Browser> {
  const env = { ...surroundings(), ...chineseFonts(cacheDir) };
  const given = named();
  if (given) return { executablePath: given, args: ARGS, env };
  const packaged = packagedRunsHere() ? await packagedChromium(cacheDir) : undefined;
  if (packaged && starts(packaged.executablePath, { ...packaged.env, ...env }))
    return { executablePath: packaged.executablePath, args: ARGS, env: { ...packaged.env, ...env } };
  const executablePath = fromPlaywright() ?? SYSTEM_BROWSERS.find((path) => existsSync(path));
  if (!executablePath) throw new Error('Stories need a Chromium: name one by BROWSER_BIN.');
  return { executablePath, args: ARGS, env };
}

/** A machine may lack what the packaged one wants, and have one of its own that runs. */
const starts = (executable: string, env: NodeJS.ProcessEnv): boolean =>
  spawnSync(executable, ['--version', '--no-sandbox'], { env, timeout: 20_000 }).status === 0;

/** What is given here replaces the environment of the browser, so it holds the little that one needs. */
function surroundings(): Record<string, string> {
  return { PATH: process.env.PATH ?? '', HOME: process.env.HOME || tmpdir(), LANG: 'C.UTF-8' };
}

function named(): string | undefined {
  const path = process.env.BROWSER_BIN || process.env.PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH;
  if (path && !existsSync(path)) throw new Error(`BROWSER_BIN=${path}: there is no such file.`);
  return path || undefined;
}

/** Playwright keeps its browsers in numbered folders; the newest one that is whole is taken. */
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
