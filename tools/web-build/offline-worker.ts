import { join } from 'node:path';
import type { Plugin } from 'vite';

const WORKER = 'sw.js';

/**
 * Build the service worker under a constant name. It contains nothing of the build, so a release does not replace it.
 * Replacing a worker during a load would lose requests of open pages.
 */
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
        if (worker.imports.length > 0)
          return this.error(`The offline worker imports ${worker.imports.join(', ')}: it must stand alone.`);
        const named = Object.keys(bundle).find((file) => file.startsWith('assets/') && worker.code.includes(file));
        if (named) return this.error(`The offline worker names ${named}: every release would replace it.`);
      },
    },
  };
}
