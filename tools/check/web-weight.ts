import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
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

// Limits of the specification: 260 kB for the first page and 370 for a table. Each new paper adds about 400 bytes of
// definitions to every first load.
const BUDGETS: readonly Budget[] = [
  { screen: 'login', most: 81, waitsFor: [] }, // Part of the page, with the strip of languages of all pages.
  { screen: 'home', most: 245, waitsFor: ['frame', 'home'] },
  { screen: 'workbench', most: 257, waitsFor: ['frame', 'work.screen'] }, // Includes the bar of loading demo data.
  { screen: 'intake desk', most: 252, waitsFor: ['frame', 'desk.screen'] },
  { screen: 'dispatch board', most: 283, waitsFor: ['frame', 'board.screen'] }, // Includes parts of other rooms.
  { screen: 'technician’s day', most: 260, waitsFor: ['frame', 'day.screen'] },
  { screen: 'table', most: 300, waitsFor: ['frame', 'list'] },
  // The first load of the inbox has everything except its diagram, including the inputs for the next decision. The
  // diagram loads the BPMN viewer, which no other screen needs.
  { screen: 'inbox', most: 306, waitsFor: ['frame', 'inbox.screen'] },
  { screen: 'diagram', most: 280, waitsFor: ['frame', 'diagram-canvas.view'] },
  // The designer loads the BPMN modeler, which no other screen needs, its panel and the preview.
  { screen: 'designer', most: 505, waitsFor: ['frame', 'designer.screen'] },
];

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
        'desk/desk.screen.tsx': { file: 'assets/work.js', name: 'desk.screen' },
        'day/day.screen.tsx': { file: 'assets/work.js', name: 'day.screen' },
      }),
      'dist/web/assets/main.js.br': 'small',
      'dist/web/assets/react.js.br': tooMuch,
      'dist/web/assets/home.js': 'too small to be compressed',
      'dist/web/assets/work.js.br': 'small',
      'dist/web/assets/frame.js.br': tooMuch,
      'dist/web/assets/frame.css.br': 'x'.repeat(100_000),
    },
    reported: [
      /login weighs 82 kB/,
      /home weighs 264 kB/,
      /workbench weighs 264 kB/,
      /intake desk weighs 264 kB/,
      /technician’s day weighs 264 kB/,
      /nothing of the built client is called board.screen/,
      /nothing of the built client is called list/,
      /nothing of the built client is called inbox.screen/,
      /nothing of the built client is called diagram-canvas.view/,
      /nothing of the built client is called designer.screen/,
    ],
  },
  look(tree) {
    const file = join(tree, 'dist/web/.vite/manifest.json');
    if (!existsSync(file)) return Promise.resolve({ files: 0, problems: [] });
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
    const own = [
      ...readFileSync(join(tree, 'dist/web/index.html'), 'utf8').matchAll(/ (?:src|href)="\/(assets\/[^"]+)"/g),
    ].map((match) => match[1]);
    const problems = own.some((one) => one.endsWith('.js'))
      ? BUDGETS.flatMap((budget) => judge(tree, manifest, own, budget))
      : ['The built page asks for no script.'];
    return Promise.resolve({ files: Object.keys(manifest).length, problems });
  },
};

function judge(tree: string, manifest: Manifest, own: readonly string[], { screen, most, waitsFor }: Budget): string[] {
  const sources = waitsFor.map((name) => Object.keys(manifest).find((source) => manifest[source]?.name === name));
  const lost = waitsFor.filter((_, index) => sources[index] === undefined);
  if (lost.length > 0) return lost.map((name) => `${screen}: nothing of the built client is called ${name}.`);
  const files = new Set([
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
