import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Check } from './check.ts';

/**
 * Maximum load before a screen appears, in kB of brotli: the files of the page itself, and the chunks of the screen.
 */
interface Budget {
  readonly screen: string;
  readonly most: number;
  /** Names of the chunks that the screen waits for. */
  readonly waitsFor: readonly string[];
}

/** Parts that the frame shows on every page behind the login: the tools of its bar, and the counts of its menu. */
const FRAME = ['frame', 'tools', 'menu-counts.screen', 'use-inbox.view'];

// A first visit loads what the page shows, and nothing that only a press shows. Each new paper adds about 400 bytes
// of definitions to every first load.
const BUDGETS: readonly Budget[] = [
  { screen: 'login', most: 80, waitsFor: [] },
  { screen: 'home', most: 224, waitsFor: ['frame', 'home'] },
  {
    screen: 'workbench',
    most: 237,
    waitsFor: [...FRAME, 'work.screen', 'calls.screen', 'team-load.screen', 'notices-tile.screen'],
  },
  { screen: 'intake desk', most: 240, waitsFor: [...FRAME, 'desk.screen'] },
  { screen: 'dispatch board', most: 294, waitsFor: [...FRAME, 'board.screen'] }, // Includes parts of other rooms.
  { screen: 'technician’s day', most: 301, waitsFor: [...FRAME, 'day.screen', 'goods-tab.view', 'goods-work.view'] },
  { screen: 'table', most: 270, waitsFor: [...FRAME, 'list', 'repair-form.screen'] },
  // The first load of the inbox has everything except its diagram, including the inputs for the next decision. The
  // diagram loads the BPMN viewer, which no other screen needs.
  { screen: 'inbox', most: 277, waitsFor: ['frame', 'inbox.screen'] },
  { screen: 'diagram', most: 279, waitsFor: ['frame', 'diagram-canvas.view'] },
  // The designer loads the BPMN modeler, which no other screen needs, its panel and the preview.
  { screen: 'designer', most: 486, waitsFor: ['frame', 'designer.screen'] },
];

/** Parts of each page for customers, and their maximum in kB of brotli. The page of a row adds 4 to 6 kB. */
const GUEST = {
  files: ['kernel/server/session/guest/guest-style.ts', 'kernel/server/session/guest/guest-script.ts'],
  most: 30,
};

/** Return why the pages for customers are too heavy: their style and script are within each of them. */
function judgeGuest(tree: string): string[] {
  const parts = GUEST.files.map((file) => join(tree, file)).filter((file) => existsSync(file));
  const weight = brotliCompressSync(Buffer.concat(parts.map((file) => readFileSync(file)))).length;
  return weight > GUEST.most * 1000 ? [`a page for customers begins with ${kb(weight)} kB of ${GUEST.most}.`] : [];
}

/** Return the maximum first load of a screen in bytes. */
export const firstLoadLimit = (screen: string): number =>
  (BUDGETS.find((one) => one.screen === screen)?.most ?? 0) * 1000;

interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}
type Manifest = Readonly<Record<string, Chunk>>;

const kb = (bytes: number): number => Math.round(bytes / 100) / 10;
/** More bytes than the budget of the login. */
const tooMuch = 'x'.repeat(82_000);

/** Checks the size of first loads, since nobody notices a single added kilobyte. */
export const webWeight: Check = {
  name: 'weight of the web client',
  selfTest: {
    files: {
      'dist/web/index.html':
        '<script type="module" src="/assets/main.js"></script><script type="module" src="/assets/react.js"></script>',
      'dist/web/.vite/manifest.json': JSON.stringify({
        '_react.js': { file: 'assets/react.js', name: 'react' },
        '_frame.js': { file: 'assets/frame.js', name: 'frame', imports: ['_react.js'], css: ['assets/frame.css'] },
        'pages/home/home.tsx': { file: 'assets/home.js', name: 'home', imports: ['_frame.js'] },
        'desk/work.screen.tsx': { file: 'assets/work.js', name: 'work.screen', imports: ['_frame.js'] },
        ...Object.fromEntries(
          ['tools', 'menu-counts.screen', 'use-inbox.view', 'calls.screen', 'team-load.screen', 'notices-tile.screen']
            .concat('desk.screen', 'day.screen', 'goods-tab.view', 'goods-work.view', 'repair-form.screen')
            .map((name) => [`parts/${name}.tsx`, { file: 'assets/work.js', name }]),
        ),
      }),
      'dist/web/assets/main.js.br': 'small',
      'dist/web/assets/react.js.br': tooMuch,
      'dist/web/assets/home.js': 'too small to be compressed',
      'dist/web/assets/work.js.br': 'small',
      'dist/web/assets/frame.js.br': tooMuch,
      'dist/web/assets/frame.css.br': 'x'.repeat(140_000),
      'kernel/server/session/guest/guest-style.ts': randomBytes(31_000).toString('latin1'),
    },
    reported: [
      /login weighs 82.1 kB/,
      /home weighs 304.1 kB/,
      /workbench weighs 304.1 kB/,
      /intake desk weighs 304.1 kB/,
      /technician’s day weighs 304.1 kB/,
      /nothing of the built client is called board.screen/,
      /nothing of the built client is called list/,
      /nothing of the built client is called inbox.screen/,
      /nothing of the built client is called diagram-canvas.view/,
      /nothing of the built client is called designer.screen/,
      /a page for customers begins with \d/,
    ],
  },
  look(tree) {
    const file = join(tree, 'dist/web/.vite/manifest.json');
    const guest = judgeGuest(tree);
    if (!existsSync(file)) return Promise.resolve({ files: guest.length, problems: guest });
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
    const own = [
      ...readFileSync(join(tree, 'dist/web/index.html'), 'utf8').matchAll(/ (?:src|href)="\/(assets\/[^"]+)"/g),
    ].map((match) => match[1]);
    const problems = own.some((one) => one.endsWith('.js'))
      ? BUDGETS.flatMap((budget) => judge(tree, manifest, own, budget))
      : ['The built page asks for no script.'];
    return Promise.resolve({ files: Object.keys(manifest).length, problems: [...problems, ...guest] });
  },
};

function judge(tree: string, manifest: Manifest, own: readonly string[], { screen, most, waitsFor }: Budget): string[] {
  const sources = waitsFor.map((name) => Object.keys(manifest).find((source) => manifest[source]?.name === name));
  const lost = waitsFor.filter((_, index) => sources[index] === undefined);
  if (lost.length > 0) return lost.map((name) => `${screen}: nothing of the built client is called ${name}.`);
  const files = new Set([
    'index.html',
    ...own,
    ...filesOf(
      manifest,
      sources.filter((source) => source !== undefined),
    ),
  ]);
  const weight = [...files].reduce((sum, file) => sum + transferred(join(tree, 'dist/web', file)), 0);
  return weight > most * 1000 ? [`${screen} weighs ${kb(weight)} kB of ${most}.`] : [];
}

function filesOf(manifest: Manifest, sources: readonly string[]): string[] {
  const seen = new Set<string>();
  const files = new Set<string>();
  const visit = (source: string): void => {
    const chunk = manifest[source];
    if (!chunk || seen.has(source)) return;
    seen.add(source);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const source of sources) visit(source);
  return [...files];
}

const transferred = (file: string): number =>
  statSync(`${file}.br`, { throwIfNoEntry: false })?.size ?? statSync(file, { throwIfNoEntry: false })?.size ?? 0;
