import Fastify, { type FastifyInstance } from 'fastify';
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { type RequestListener, type Server, createServer, request } from 'node:http';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { serveWeb } from '#kernel/server/http/web.ts';
import type { TestServer } from '../test-server.ts';

const WEB = process.env.ANJU_TEST_WEB_ROOT!;

/** Return a folder with the client as another release: each built file has another name, also in all references. */
function otherBuild(root: string): string {
  const names = readdirSync(join(WEB, 'assets')).filter((name) => /\.(js|css)$/.test(name));
  const renamed = (text: string): string =>
    text.replace(new RegExp(names.map((name) => RegExp.escape(name)).join('|'), 'g'), (name) =>
      name.replace('.', '-next.'),
    );
  mkdirSync(join(root, 'assets'), { recursive: true });
  cpSync(join(WEB, 'icons'), join(root, 'icons'), { recursive: true });
  for (const file of ['manifest.webmanifest', 'index.html', 'sw.js', ...names.map((name) => `assets/${name}`)])
    writeFileSync(join(root, renamed(file)), renamed(readFileSync(join(WEB, file), 'utf8')));
  return root;
}

type Built = Readonly<Record<'first' | 'next', FastifyInstance>>;

/**
 * A server that delivers the client in several releases. Calls are forwarded to the test's server; page and files come
 * from the newest release.
 */
export class Releases {
  readonly #server: Server;
  readonly #apps: Built;
  readonly #held: (() => void)[] = [];
  #now: RequestListener;
  #holds = /^$/;
  /** Matches files that are missing in every release; by default none. */
  missing = /^$/;
  /** Text appended to the service worker script, to make it differ. */
  worker = '';
  constructor(app: string, apps: Built) {
    this.#apps = apps;
    this.#now = apps.first.routing;
    this.#server = createServer((incoming, answer) => {
      const url = incoming.url ?? '';
      if (/^\/(api|blade-)/.test(url))
        incoming.pipe(
          request(app + url, { method: incoming.method, headers: incoming.headers }, (heard) =>
            heard.pipe(answer.writeHead(heard.statusCode!, heard.headers)),
          ).on('error', () => answer.destroy()),
        );
      else if (this.missing.test(url)) answer.writeHead(404).end();
      else if (this.worker && url === '/sw.js')
        answer
          .writeHead(200, { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-cache' })
          .end(readFileSync(join(WEB, 'sw.js'), 'utf8') + this.worker);
      else if (this.#holds.test(url)) this.#held.push(() => this.#now(incoming, answer));
      else this.#now(incoming, answer);
    });
  }

  static async of(server: TestServer): Promise<Releases> {
    const [first, next] = await Promise.all(
      [WEB, otherBuild(join(server.app.dataDir, 'next-release'))].map(async (root) => {
        const fastify = Fastify();
        await serveWeb(fastify, root, () => false);
        await fastify.ready();
        return fastify;
      }),
    );
    const releases = new Releases(server.base, { first, next });
    await new Promise<void>((resolve) => {
      releases.#server.listen(0, '127.0.0.1', resolve);
    });
    afterAll(() => {
      releases.#server.closeAllConnections();
      releases.#server.close();
    });
    return releases;
  }

  get base(): string {
    return `http://127.0.0.1:${(this.#server.address() as { port: number }).port}`;
  }

  /** Publish a release; with `none` the server does not answer, as during a restart. */
  bring(release: keyof Built | 'none'): void {
    this.#now = release === 'none' ? (_asked, answer) => answer.writeHead(503).end() : this.#apps[release].routing;
  }

  /** Hold requests for these files until `letGo`. */
  hold(files: RegExp): void {
    this.#holds = files;
  }

  letGo(): void {
    this.hold(/^$/);
    for (const answer of this.#held.splice(0)) answer();
  }
}
