import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { build } from 'vite';
import { afterAll, expect, test } from 'vitest';
import { browserOnly } from './browser-only.ts';
import { clientCalls } from './client-calls.ts';
import { iconModules, ICONS } from './icons.ts';
import { precompressed } from './precompressed.ts';

const folder = mkdtempSync(join(tmpdir(), 'anju-web-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function buildOf(name: string, files: Record<string, string>): Promise<string> {
  const root = join(folder, name);
  const all = {
    'index.html': '<script type="module" src="/main.ts"></script>',
    'secret.server.ts': 'export const secret = "password of all";',
    'kernel/server/sql.ts': 'export const sql = "select";',
    ...files,
  };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [browserOnly(), clientCalls(), iconModules(root), precompressed()],
  });
  return join(root, 'dist');
}

test('a page without server files is built and compressed', async () => {
  const dist = await buildOf('lawful', { 'main.ts': `console.log("${'安居'.repeat(800)}");` });
  const [script = ''] = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'));
  const source = readFileSync(join(dist, 'assets', script));
  expect(brotliDecompressSync(readFileSync(join(dist, 'assets', `${script}.br`)))).toEqual(source);
  expect(gunzipSync(readFileSync(join(dist, 'assets', `${script}.gz`)))).toEqual(source);
});

test.each([
  ['directly', { 'main.ts': `import { secret } from './secret.server.ts'; console.log(secret);` }],
  ['lazily', { 'main.ts': `void import('./kernel/server/sql.ts').then(console.log);` }],
  [
    'through a screen',
    {
      'main.ts': `import './page.screen.ts';`,
      'page.screen.ts': `import { secret } from './secret.server.ts'; console.log(secret);`,
    },
  ],
])(
  'a server file that is reached %s fails the build, with the way to it',
  async (how, files: Record<string, string>) => {
    await expect(buildOf(how, files)).rejects.toThrow(
      /A server file reaches the browser: .*(secret\.server\.ts|sql\.ts)[\s\S]*imported by .*(main|page\.screen)\.ts/,
    );
    expect(existsSync(join(folder, how, 'dist', 'assets'))).toBe(false);
  },
);

test('answers of calls, and definitions that only answers name, are left out of the browser', async () => {
  const dist = await buildOf('calls', {
    'main.ts': `import { find } from './desk.calls.ts'; console.log(find.path, find.query);`,
    'desk.calls.ts': `import { secretOfPaper } from './customer.paper.ts';
      const call = (paper, path, spec) => ({ ...spec, path });
      const record = (parts: object) => { console.log('made a shape', parts); return { parts }; };
      const filters = (of: object) => of;
      const parts = { name: secretOfPaper };
      const hit = record({ ...parts });
      const answer = hit;
      export const find = call(null, 'find', { title: ['查找', 'Find a caller'], query: { text: record({ label: 'typed label' }), all: filters({ kept: 'asked' }) }, answer });
      export const other = call(null, 'other', { title: ['另', 'Other'], answer: record({ hit }) });`,
    'customer.paper.ts': `console.log('loaded a definition'); export const secretOfPaper = 'fields of a customer';`,
  });
  const script = readdirSync(join(dist, 'assets'))
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(dist, 'assets', name), 'utf8'))
    .join('');
  expect(script).toContain('asked');
  for (const left of ['fields of a customer', 'loaded a definition', 'Find a caller', 'typed label', 'other'])
    expect(script).not.toContain(left);
});

const ICON_FILES = {
  [ICONS]: '{\n"Rose": ["rose",[["path",{"d":"M1 2h3"}]]],\n"Thorn": ["thorn",[["path",{"d":"M5 6h7"}]]]\n}\n',
  'kernel/web/theme/icons/icon.ts': 'export const drawnIcon = (name, parts) => ({ name, parts });',
};

test('icons come from the generated file, and a page loads only its own', async () => {
  const dist = await buildOf('icons', {
    ...ICON_FILES,
    'main.ts': `import { Rose as Flower, type LucideIcon } from 'lucide-react'; console.log(Flower as LucideIcon);`,
  });
  const [script = ''] = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'));
  const code = readFileSync(join(dist, 'assets', script), 'utf8');
  expect(code).toContain('M1 2h3');
  expect(code).not.toContain('M5 6h7');
});

test('an icon that is not in the generated file fails the build, with the command that adds it', async () => {
  const files = { ...ICON_FILES, 'main.ts': `import { Tulip } from 'lucide-react'; console.log(Tulip);` };
  await expect(buildOf('no-icon', files)).rejects.toThrow(/Tulip.*npm run check -- --fix/s);
});
