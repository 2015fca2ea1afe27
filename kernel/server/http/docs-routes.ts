import { coreContracts } from './calls/core.calls.ts';
import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { OpenCall, Route } from './route.ts';

/** Script of the page: it fetches the description with the token of the session; without one the page is empty. */
const START = `const session = JSON.parse(sessionStorage.getItem('anju-session') ?? 'null');
const say = (text) => { document.getElementById('docs').textContent = text; };
if (!session) say('请先登录，再打开此页 / Please log in, then open this page');
else fetch('/api/docs/openapi.json' + location.search, { headers: { 'Blade-Auth': 'bearer ' + session.access } })
  .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(String(answer.status)))))
  .then((spec) => SwaggerUIBundle({ spec, dom_id: '#docs', docExpansion: 'none', filter: true, validatorUrl: null,
    requestInterceptor: (request) => { request.headers['Blade-Auth'] = 'bearer ' + session.access; return request; } }))
  .catch(() => say('登录已失效，请重新登录 / Your session has ended, please log in again'));
`;

const PAGE = `<!doctype html><html lang="zh"><head><meta charset="utf-8"><title>安居 · API</title><link rel="stylesheet" href="/api/docs/swagger-ui.css"></head>
<body><div id="docs"></div><script src="/api/docs/swagger-ui-bundle.js"></script><script src="/api/docs/start.js"></script></body></html>`;

const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const raw = (path: string, open: (call: OpenCall) => Promise<unknown>): Route => ({
  method: 'GET',
  path,
  needs: 'anonymous',
  summary: ['接口文档', 'Documentation of the calls'],
  raw: true,
  contract: coreContracts.page,
  open,
});

/** Routes of the page that documents all calls. Its viewer is read from disk on the first request. */
export function docsRoutes(): Route[] {
  return [
    raw('docs', async ({ reply }) =>
      reply
        .header(
          'Content-Security-Policy',
          "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; font-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
        )
        .type('text/html; charset=utf-8')
        .send(PAGE),
    ),
    raw('docs/start.js', async ({ reply }) => reply.type('text/javascript; charset=utf-8').send(START)),
    ...[
      ['swagger-ui.css', 'text/css'],
      ['swagger-ui-bundle.js', 'text/javascript'],
    ].map(([name, type]) =>
      raw(`docs/${name}`, async ({ reply }) =>
        reply
          .type(`${type}; charset=utf-8`)
          .header('Cache-Control', 'public, max-age=86400')
          .send(createReadStream(join(folder, name))),
      ),
    ),
  ];
}
