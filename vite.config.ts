import { createHash } from 'node:crypto';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { browserOnly } from './tools/web-build/browser-only.ts';
import { precompressed } from './tools/web-build/precompressed.ts';

const server = `http://127.0.0.1:${process.env.PORT || 8000}`;

export default defineConfig({
  root: 'web',
  // Our own import map is understood by Node, TypeScript and Vite alike; there are no other aliases.
  plugins: [browserOnly(), react(), precompressed()],
  define: { __BUILD__: JSON.stringify(createHash('sha256').update(process.env.ANJU_WEB_HASH ?? 'dev').digest('hex').slice(0, 12)) },
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
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 30 },
            // Not with the definitions: the login page speaks, and must not pay for them.
            { name: 'words', test: /[\\/]kernel[\\/](language[\\/]label|web[\\/]words[\\/]words)\.ts$/, priority: 40 },
            // Not with React: the login page knows no routes and must not pay for them.
            { name: 'router', test: /node_modules[\\/](react-router|cookie|set-cookie-parser)[\\/]/, priority: 30 },
            // One chunk of definitions a room; one a definition would be more than fifty tiny files.
            { name: (id: string) => roomOf(id), debugName: 'rooms', test: /[\\/]business[\\/].*(\.paper|\.rules|refusals|dictionaries|[\\/]room)\.ts$/, priority: 20 },
            { name: 'language', test: /[\\/]kernel[\\/](language|fields)[\\/](?!.*\.view\.tsx$)/, priority: 20 },
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

function roomOf(id: string): string {
  return `room-${/[\\/]business[\\/]([^\\/]+)[\\/]/.exec(id)?.[1] ?? 'business'}`;
}
