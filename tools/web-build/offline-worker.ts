import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { filesFor } from './first-load.ts';

const WORKER = 'sw.js';
/** The pages that must open without a network, and the one that everybody begins with. */
const KEPT_PAGES = ['/maintenance/day', '/wel/index'];

const sha = (text: string): Buffer => createHash('sha256').update(text).digest();

/** By what the worker knows the page of its build: without the number that is another in every answer. */
export const hashOfPage = (html: string): string => sha(html.replace(/nonce="[^"]*"/, '')).toString('base64');

/** Builds the worker that keeps the page for times without a network, under a name of its own that never changes, and tells it what to keep. */
export function offlineWorker(root: string): Plugin {
  return {
    name: 'anju-offline-worker',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', id: join(root, 'web/worker/worker.ts'), fileName: WORKER });
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const worker = bundle[WORKER];
        if (worker?.type !== 'chunk') return this.error('The offline worker was not built.');
        if (worker.imports.length > 0) return this.error(`The offline worker imports ${worker.imports.join(', ')}: it must stand alone.`);
        const page = bundle['index.html'];
        if (page?.type !== 'asset') return this.error('The page was not built before the worker that keeps it.');
        const kept = [...filesFor(root, bundle, KEPT_PAGES), 'manifest.webmanifest', 'icons/anju-192.png'].map((file) => `/${file}`).toSorted();
        const hash = hashOfPage(String(page.source));
        const build = sha(JSON.stringify([kept, hash, worker.code])).toString('hex').slice(0, 12);
        worker.code = worker.code.replaceAll('__ANJU_KEPT__', JSON.stringify(kept)).replaceAll('__ANJU_PAGE__', JSON.stringify(hash)).replaceAll('__ANJU_BUILD__', JSON.stringify(build));
      },
    },
  };
}
