import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { MapTiles } from '../settings/settings.ts';

/** Return the inline scripts of the page. */
const scriptsWithin = (html: string): string[] =>
  html
    .split('<script')
    .slice(1)
    .flatMap((part) => {
      const head = part.indexOf('>');
      return head < 0 || /\bsrc=/.test(part.slice(0, head)) ? [] : [part.slice(head + 1).split('</script>')[0]];
    });

/** The page of the client: its inline script is allowed by its hash, its styles by a new nonce in every answer. */
class Page {
  readonly #html: string;
  readonly #scripts: string;
  readonly #images: string;
  /**
   * `tiles`: source of map pictures on another host, or null. The page gets its address, and the content security
   * policy allows its host.
   */
  constructor(html: string, tiles: MapTiles | null) {
    this.#html = tiles
      ? html.replace(
          '</head>',
          () =>
            `<meta name="map-tiles" content="${tiles.template.replaceAll('&', '&amp;')}" data-datum="${tiles.datum}"></head>`,
        )
      : html;
    this.#images = tiles ? ` ${new URL(tiles.template).origin}` : '';
    this.#scripts = scriptsWithin(html)
      .map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
      .join(' ');
  }

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const nonce = randomBytes(16).toString('base64');
    reply.header(
      'Content-Security-Policy',
      [
        "default-src 'self'",
        // WebAssembly reads the codes that a camera shows. It permits no evaluation of texts.
        `script-src 'self' 'wasm-unsafe-eval' ${this.#scripts}`,
        `style-src 'self' 'nonce-${nonce}'`,
        "style-src-attr 'unsafe-inline'",
        `img-src 'self' data: blob:${this.#images}`,
        "font-src 'self' data:",
        "connect-src 'self'",
        "frame-src 'self' https: http:",
        "frame-ancestors 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "object-src 'none'",
      ].join('; '),
    );
    const html = this.#html.replaceAll('__STYLE_NONCE__', nonce);
    // Compressed here: most addresses of pages are no routes, and only routes are compressed by the server.
    const packed = request.headers['accept-encoding']?.includes('gzip') ? await promisify(gzip)(html) : null;
    if (packed) reply.header('Content-Encoding', 'gzip');
    return reply
      .headers({ 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' })
      .type('text/html; charset=utf-8')
      .send(packed ?? html);
  }
}

/** Serve the built client, and its page for every address without a call: the routes of the client. */
export async function serveWeb(
  fastify: FastifyInstance,
  webRoot: string | null,
  refuseApi: (request: FastifyRequest, reply: FastifyReply) => boolean,
  tiles: MapTiles | null = null,
): Promise<void> {
  const root = webRoot && existsSync(join(webRoot, 'index.html')) ? resolve(webRoot) : null;
  const page = root && new Page(readFileSync(join(root, 'index.html'), 'utf8'), tiles);
  if (root && page) {
    await fastify.register(fastifyStatic, {
      root,
      wildcard: false,
      index: false,
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
      globIgnore: ['index.html', '**/*.br', '**/*.gz', '.vite/**'],
      // Only files with a hash in their name are cached for ever; the worker, the manifest and the icons are not.
      setHeaders: (reply, path) => {
        if (!/[\\/]assets[\\/]/.test(path)) void reply.header('Cache-Control', 'no-cache');
      },
    });
    fastify.get('/', (request, reply) => page.send(request, reply));
  }
  fastify.setNotFoundHandler((request, reply) => {
    if (refuseApi(request, reply)) return;
    if (page && !/\.\w{2,5}$/.test(request.url.split('?')[0])) return page.send(request, reply);
    return reply.status(404).type('text/plain').send('not found');
  });
}
