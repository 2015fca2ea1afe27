import { createHash } from 'node:crypto';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { rooms } from './server/rooms.ts';
import { browserOnly } from './tools/web-build/browser-only.ts';
import { clientCalls } from './tools/web-build/client-calls.ts';
import { firstLoad } from './tools/web-build/first-load.ts';
import { offlineWorker } from './tools/web-build/offline-worker.ts';
import { precompressed } from './tools/web-build/precompressed.ts';
import { definitionsOf, roomModules } from './tools/web-build/room-modules.ts';

const server = `http://127.0.0.1:${process.env.PORT || 8000}`;

const FRAME = new RegExp(
  [
    'node_modules[\\\\/](react-router|@tanstack[\\\\/](query-core|react-query))[\\\\/]',
    // Rules that definitions stand on come along with them; those of one screen stay with that screen.
    definitionsOf(rooms, 'frame') ?? '(?!)',
    '[\\\\/]kernel[\\\\/]language[\\\\/]',
    // Not how values are typed, which is made of antd, and not the editor and the cleaner of rich text.
    '[\\\\/]kernel[\\\\/]fields[\\\\/](?!.*((-input|-picker|inputs|search|rich-editor|rich-words)\\.view\\.tsx|\\.css|place[\\\\/](datum|mercator)\\.ts)$)',
    'node_modules[\\\\/]lucide-react[\\\\/].*(arrow-left|chevron-(down|left|right)|copy|plus)\\.mjs$',
    '[\\\\/]web[\\\\/](shell|pages[\\\\/]error-pages)(?!.*(look-panel|error-dialog|lock-dialog))',
    '[\\\\/]kernel[\\\\/]web[\\\\/](registry|query|shortcuts|realtime|menus|dialogs|tabs|i18n)[\\\\/](?!key-sheet)',
    '[\\\\/]kernel[\\\\/]web[\\\\/](pickers[\\\\/](dictionaries|options|file-thumb|file-box)\\.tsx?|http[\\\\/](files|ask-call)\\.ts|theme[\\\\/]with-controls\\.tsx)$',
  ].join('|'),
);

/** Definitions that come in after the page. */
const LATER = new RegExp(definitionsOf(rooms, 'later') ?? '(?!)');

const CONTROLS = new RegExp(
  [
    '[\\\\/]kernel[\\\\/]web[\\\\/](theme[\\\\/]antd-look|form[\\\\/]paper-form|pickers[\\\\/]row-picker|actions[\\\\/]action-dialog)\\.tsx$',
    '[\\\\/]kernel[\\\\/]web[\\\\/]list[\\\\/](arrange[\\\\/]|.*(bulk-dialog|filter-face|filter-sheet|cell-edit)\\.tsx$)',
    '[\\\\/]web[\\\\/]shell[\\\\/].*look-panel\\.tsx$',
  ].join('|'),
);

export default defineConfig({
  root: 'web',
  // Our own import map is understood by Node, TypeScript and Vite alike; there are no other aliases.
  plugins: [
    browserOnly(),
    clientCalls(),
    roomModules(import.meta.dirname, rooms),
    react(),
    firstLoad(import.meta.dirname),
    offlineWorker(import.meta.dirname),
    precompressed(),
  ],
  define: {
    __BUILD__: JSON.stringify(
      createHash('sha256')
        .update(process.env.ANJU_WEB_HASH ?? 'dev')
        .digest('hex')
        .slice(0, 12),
    ),
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    target: ['chrome109', 'safari16.4'],
    cssTarget: ['chrome109', 'safari16.4'],
    // Inlined files would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler)[\\/]|rolldown[\\/]runtime/,
              priority: 50,
            },
            // What the login page is made of, and nothing that it does not need.
            {
              name: 'login',
              test: /[\\/]web[\\/](login[\\/]|boot[\\/]|main\.tsx$)|[\\/]kernel[\\/](language[\\/]label|web[\\/]i18n[\\/]words)\.ts$/,
              priority: 40,
            },
            // Everything that every page behind it shares, in one piece: on a slow line a file costs more than its bytes.
            { name: 'frame', test: FRAME, priority: 20 },
            {
              name: 'list',
              test: /[\\/]kernel[\\/]web[\\/](list(?!.*(arrange[\\/]|bulk-dialog|filter-face|filter-sheet|cell-edit\.(tsx|css)|ways[\\/](kanban[\\/]|calendar[\\/]|groups[\\/]group-rail)))|table|detail(?!.*[\\/](comments|history|changed|annexes|relations|band|band-strip)\.))[\\/]/,
              priority: 10,
            },
            // What every page fetches once it stands: its tools, the forms with what they are made of, the rooms of administrators. A file each, for the same reason.
            { name: 'tools', test: /[\\/](jobs-tool|bell\.screen)\.tsx$/, priority: 8 },
            { name: 'later', test: LATER, priority: 6 },
            // Shared by antd and by the modeler of drawings: neither waits for the other.
            { name: 'clsx', test: /node_modules[\\/]clsx[\\/]/, priority: 5 },
            // What is typed and what is wrong with it, without the inputs: a case knows it before its inputs come.
            { name: 'typed', test: /[\\/]kernel[\\/]web[\\/]form[\\/](form-state|focus-problem)\.ts$/, priority: 5 },
            { name: 'controls', test: CONTROLS, priority: 4 },
          ],
        },
      },
    },
  },
  server: {
    port: Number(process.env.ANJU_WEB_PORT || 5173),
    proxy: Object.fromEntries(['/api', '^/blade-', '/healthz', '/readyz'].map((path) => [path, { target: server }])),
  },
});
