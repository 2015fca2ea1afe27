import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { filesFor } from './first-load.ts';

const WORKER = 'sw.js';
/** The pages that must open without a network. */
const KEPT_PAGES = ['/maintenance/day'];

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
        const kept = [...filesFor(root, bundle, KEPT_PAGES), 'manifest.webmanifest', 'icons/anju-192.png'].map((file) => `/${file}`).toSorted();
        const build = createHash('sha256').update(JSON.stringify([kept, worker.code])).digest('hex').slice(0, 12);
        worker.code = worker.code.replaceAll('__ANJU_KEPT__', JSON.stringify(kept)).replaceAll('__ANJU_BUILD__', JSON.stringify(build));
      },
    },
  };
}
