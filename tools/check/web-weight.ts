import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from './check.ts';

/** What is loaded before a screen stands, in kB of brotli: everything the entry imports, and the lazy modules of that screen. */
interface Budget {
  readonly screen: string;
  readonly most: number;
  /** Lazy modules that the screen waits for, by a part of their source path. */
  readonly waitsFor: readonly string[];
}

const SHELL = 'shell/shell.tsx';
const BUDGETS: readonly Budget[] = [
  { screen: 'login', most: 80, waitsFor: [] }, // Part of the entry: nothing is waited for.
  { screen: 'home', most: 260, waitsFor: [SHELL, 'pages/home.tsx'] },
  { screen: 'table', most: 370, waitsFor: [SHELL, 'kernel/web/list/list-screen.tsx'] },
];

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}
type Manifest = Readonly<Record<string, Chunk>>;

const kb = (bytes: number): number => Math.round(bytes / 100) / 10;
/** More than the budget of login, as a browser would load it. */
const tooMuch = 'x'.repeat(81_000);

/** First loads stay small on purpose: nobody notices the kilobyte that he adds. */
export const webWeight: Check = {
  name: 'weight of the web client',
  planted: {
    files: {
      'dist/web/.vite/manifest.json': JSON.stringify({
        'index.html': { file: 'assets/main.js', isEntry: true, imports: ['_react.js'] },
        '_react.js': { file: 'assets/react.js' },
        'shell/shell.tsx': { file: 'assets/shell.js', css: ['assets/shell.css'] },
        'pages/home.tsx': { file: 'assets/home.js' },
      }),
      'dist/web/assets/main.js.br': 'small',
      'dist/web/assets/react.js.br': tooMuch,
      'dist/web/assets/home.js': 'too small to be compressed',
      'dist/web/assets/shell.js.br': tooMuch,
      'dist/web/assets/shell.css.br': 'x'.repeat(100_000),
    },
    reported: [/login weighs 81 kB/, /home weighs 262 kB/, /nothing of the built client is called .*list-screen/],
  },
  look(tree) {
    const file = join(tree, 'dist/web/.vite/manifest.json');
    if (!existsSync(file)) return Promise.resolve({ files: 0, problems: [] });
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
    return Promise.resolve({ files: Object.keys(manifest).length, problems: BUDGETS.flatMap((budget) => judge(tree, manifest, budget)) });
  },
};

function judge(tree: string, manifest: Manifest, { screen, most, waitsFor }: Budget): string[] {
  const lazy = waitsFor.map((part) => Object.keys(manifest).find((source) => source.endsWith(part)));
  const lost = waitsFor.filter((_, index) => lazy[index] === undefined);
  if (lost.length > 0) return lost.map((part) => `${screen}: nothing of the built client is called ${part}.`);
  const entries = Object.keys(manifest).filter((source) => manifest[source]?.isEntry);
  const weight = filesOf(manifest, [...entries, ...lazy.filter((source) => source !== undefined)]).reduce((sum, file) => sum + transferred(join(tree, 'dist/web', file)), 0);
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

const transferred = (file: string): number => statSync(`${file}.br`, { throwIfNoEntry: false })?.size ?? statSync(file, { throwIfNoEntry: false })?.size ?? 0;
