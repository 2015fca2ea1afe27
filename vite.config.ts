import { createHash } from 'node:crypto';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { rooms } from './server/rooms.ts';
import { browserOnly } from './tools/web-build/browser-only.ts';
import { clientCalls } from './tools/web-build/client-calls.ts';
import { firstLoad } from './tools/web-build/first-load.ts';
import { iconModules } from './tools/web-build/icons.ts';
import { offlineWorker } from './tools/web-build/offline-worker.ts';
import { precompressed } from './tools/web-build/precompressed.ts';
import { definitionsOf, roomModules } from './tools/web-build/room-modules.ts';

const server = `http://127.0.0.1:${process.env.PORT || 8000}`;

const FRAME = new RegExp(
  [
    'node_modules[\\\\/](react-router|@tanstack[\\\\/](query-core|react-query))[\\\\/]',
    // Definitions of the rooms that load with the frame, and the rules that they import. Rules of one screen only are
    // in its chunk.
    definitionsOf(rooms, 'frame') ?? '(?!)',
    '[\\\\/]kernel[\\\\/]language[\\\\/]',
    // The menu counts the tasks of processes, whose paper is of a room that loads later.
    '[\\\\/]business[\\\\/]workflow[\\\\/](dictionaries|leave[\\\\/]process-leave\\.paper)\\.ts$',
    // All field kinds without what loads later: inputs and pickers (they need antd), and the editor and sanitizer of
    // rich text.
    '[\\\\/]kernel[\\\\/]fields[\\\\/](?!.*((-input|-picker|inputs|search|rich-editor|rich-words)\\.view\\.tsx|\\.css|place[\\\\/](datum|mercator)\\.ts)$)',
    'lucide:(arrow-(left|right|up|down)|chevron-(down|left|right)|copy|grip-vertical|plus|x)$',
    '[\\\\/]web[\\\\/](shell|pages[\\\\/]error-pages)(?!.*(look-panel|error-dialog|lock-dialog))',
    '[\\\\/]kernel[\\\\/]web[\\\\/](registry|query|shortcuts|realtime|menus|dialogs|tabs|i18n)[\\\\/](?!key-sheet|tiles)',
    '[\\\\/]kernel[\\\\/]web[\\\\/](actions[\\\\/](actions|action-subject|batch-dialog|saying-why)|import-export[\\\\/]jobs[\\\\/]jobs)\\.tsx?$',
    '[\\\\/]kernel[\\\\/]web[\\\\/](pickers[\\\\/](dictionaries|options|file-thumb|file-box)\\.tsx?|http[\\\\/](files|ask-call)\\.ts|theme[\\\\/]with-controls\\.tsx)$',
  ].join('|'),
);

/** Is a room one of those of devices, or does it use them? */
const isOfDevices = ({ name, needs }: (typeof rooms)[number]): boolean =>
  [name, ...needs].some((one) => one === 'iot' || one === 'operation');
/** Does a room follow wages, such as goods? */
const followsWages = ({ needs }: (typeof rooms)[number]): boolean => needs.includes('piecework');
/** Is a room that of service contracts or of customers’ pages, or does it use one? No page of the phone waits for these. */
const isOfContracts = ({ name, needs }: (typeof rooms)[number]): boolean =>
  ['contracts', 'aftercare'].some((one) => [name, ...needs].includes(one));

const laterOf = (some: typeof rooms): RegExp => new RegExp(definitionsOf(some, 'later') ?? '(?!)');

/** Modules with the definitions of rooms that load after the first page. The inbox loads the first of these only. */
const LATER = laterOf(rooms.filter((room) => !isOfDevices(room) && !followsWages(room) && !isOfContracts(room)));
const LATER_DEVICES = laterOf(rooms.filter((room) => isOfDevices(room) && !followsWages(room) && !isOfContracts(room)));
const OF_BUSINESS = laterOf(rooms.filter((room) => followsWages(room) && !isOfContracts(room)));
const LATER_CONTRACTS = laterOf(rooms.filter(isOfContracts));
// Without the room itself and its flows to SAP: the phone needs some papers of goods, but not these.
const LATER_BUSINESS = (file: string): boolean =>
  OF_BUSINESS.test(file) && !/[\\/]goods[\\/](room\.ts$|sap[\\/])/.test(file);

const CONTROLS = new RegExp(
  [
    '[\\\\/]kernel[\\\\/]web[\\\\/](theme[\\\\/]antd-look|form[\\\\/]paper-form|pickers[\\\\/]row-picker|actions[\\\\/]action-dialog)\\.tsx$',
    '[\\\\/]kernel[\\\\/]web[\\\\/]list[\\\\/](arrange[\\\\/]|.*(bulk-dialog|filter-face|filter-sheet|cell-edit)\\.tsx$)',
    '[\\\\/]web[\\\\/]shell[\\\\/].*look-panel\\.tsx$',
  ].join('|'),
);

/** Chunks that are loaded before any other page: those of the login, and the frame. */
const LOADED = /assets[\\/](rolldown-runtime|react|login|frame)-[^\\/]+\.(js|css)$/;

export default defineConfig({
  root: 'web',
  // Node, TypeScript and Vite all read `imports` of package.json, so no aliases are configured.
  plugins: [
    browserOnly(),
    clientCalls(),
    roomModules(import.meta.dirname, rooms),
    iconModules(import.meta.dirname),
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
    // Inlined assets would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    // Chunks that every page behind the login has already need no preload, so their names stay out of each list.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostId }) =>
        /assets[\\/]login-/.test(hostId) ? files : files.filter((file) => !LOADED.test(file)),
    },
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: {
        // The frame names every chunk. The shortest hash that the bundler permits costs the fewest bytes there.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler)[\\/]|rolldown[\\/]runtime/,
              priority: 50,
            },
            // The modules of the login page only.
            {
              name: 'login',
              test: /[\\/]web[\\/](login[\\/]|boot[\\/]|main\.tsx$)|[\\/]kernel[\\/](language[\\/]label|web[\\/]i18n[\\/]words)\.ts$/,
              priority: 40,
            },
            // Everything that all pages behind the login share, in one chunk: on a slow line each further file costs a
            // round trip.
            { name: 'frame', test: FRAME, priority: 20 },
            {
              name: 'list',
              test: /[\\/]kernel[\\/]web[\\/](list(?!.*(arrange[\\/]|columns[\\/]column-panel|columns\.css|bulk-dialog|filter-face|filter-sheet|cell-edit\.(tsx|css)|ways[\\/](kanban[\\/]|calendar[\\/]|groups[\\/]group-rail)))|table|detail(?!.*[\\/](comments|history|changed|annexes|relations|band|band-strip)\.))[\\/]/,
              priority: 10,
            },
            // Chunks that every page fetches after it is shown: tools, forms with their controls, rooms of
            // administrators. One chunk each, to save round trips.
            { name: 'tools', test: /[\\/](jobs-tool|bell\.screen)\.tsx$/, priority: 8 },
            { name: 'later', test: LATER, priority: 8 },
            { name: 'later-business', test: LATER_BUSINESS, priority: 7 },
            { name: 'later-contracts', test: LATER_CONTRACTS, priority: 7 },
            { name: 'later-devices', test: LATER_DEVICES, priority: 6 },
            // A chunk of its own, since antd and the BPMN modeler both use it and load independently.
            { name: 'clsx', test: /node_modules[\\/]clsx[\\/]/, priority: 5 },
            // State and faults of a form, without its inputs: a workbench needs them before the inputs have loaded.
            {
              name: 'typed',
              test: /[\\/]kernel[\\/]web[\\/]form[\\/](form-state|focus-problem|form-row)\.ts$/,
              priority: 5,
            },
            { name: 'tiles', test: /[\\/]kernel[\\/]web[\\/]tabs[\\/]tiles[\\/]/, priority: 5 },
            { name: 'controls', test: CONTROLS, priority: 4 },
          ],
        },
      },
    },
  },
  server: {
    port: Number(process.env.ANJU_WEB_PORT || 5173),
    proxy: Object.fromEntries(
      ['/api', '^/blade-', '^/c/', '/healthz', '/readyz'].map((path) => [path, { target: server }]),
    ),
  },
});
