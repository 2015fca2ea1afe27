import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { App } from '#kernel/server';
import type { Gate } from '../../gateway/gate.server.ts';
import type { DeviceLogin } from '../../gateway/login.rules.ts';
import type { PresentedCertificate } from '../../gateway/peer.server.ts';
import { companyOfToken } from './link.server.ts';
import { type RunFile, mayLoad, runFile } from './open-run.server.ts';
import { wantedRange } from './range.rules.ts';

const PATH = /^\/iot\/v1\/ota\/(\d{1,19})\/file$/;
/** Downloads at once, of all devices. */
const MAX_DOWNLOADS = 500;
/** Time after which a device that takes no bytes loses its connection. */
const SILENT_MS = 60_000;

/** How the download finds out who asks. */
export interface DownloadOptions {
  readonly app: App;
  /** Read the login of a request (HTTP Basic); null: it has none. */
  login(request: IncomingMessage): {
    readonly login: DeviceLogin;
    readonly password: string;
    readonly certificate: PresentedCertificate | undefined;
  } | null;
  judge: Gate['login'];
  /** Downloads at once; by default 500. */ readonly most?: number;
}

const refuse = (response: ServerResponse, status: number, reason: string, again?: number): void => {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    ...(again !== undefined && { 'Retry-After': String(again) }),
  });
  response.end(JSON.stringify({ code: status, reason }));
};

/**
 * Serves the files of upgrades to devices by HTTP. Without a valid token or login, and for upgrades of others, there is
 * no such file.
 */
export class OtaDownloads {
  readonly #of: DownloadOptions;
  readonly #homes = new Map<string, ServerResponse>();

  constructor(of: DownloadOptions) {
    this.#of = of;
  }

  get open(): number {
    return this.#homes.size;
  }

  handles(url: string | undefined): boolean {
    return PATH.test((url ?? '').split('?')[0]);
  }

  /** Serve a request; an exception ends only its connection. */
  serve(request: IncomingMessage, response: ServerResponse): void {
    this.#serve(request, response).catch((error: unknown) => {
      if (!request.destroyed && !response.destroyed) this.#of.app.report(error as Error);
      if (response.headersSent) response.destroy();
      else refuse(response, 503, 'later', 5);
    });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://device');
    const [, runId = ''] = PATH.exec(url.pathname) ?? [];
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      refuse(response, 405, 'method');
      return;
    }
    const run = BigInt(runId) < 2n ** 63n ? await this.#allowed(request, runId, url.searchParams.get('token')) : null;
    if (!run) refuse(response, 404, 'noSuchPath');
    else if (!run.isOpen) refuse(response, 410, 'ended');
    else await this.#answer(run, request, response);
  }

  /** Return the upgrade if the request has its token, or the login of its device; null: neither. */
  async #allowed(request: IncomingMessage, runId: string, token: string | null): Promise<RunFile | null> {
    const { app } = this.#of;
    if (token !== null) {
      const tenantId = companyOfToken(app, runId, token);
      return tenantId === null ? null : runFile(app, tenantId, runId);
    }
    const credentials = this.#of.login(request);
    if (!credentials) return null;
    const address = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
    const device = await this.#of.judge(credentials.login, credentials.password, address, credentials.certificate);
    if (typeof device === 'string' || device.isRegistering) return null;
    const run = await runFile(app, device.tenantId, runId);
    return run && mayLoad(run, device.deviceId) ? run : null;
  }

  async #answer(run: RunFile, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { home, size, sha256 } = run;
    const etag = `"${sha256}"`;
    const range = wantedRange({ range: request.headers.range, ifRange: headerOf(request, 'if-range') }, { size, etag });
    const headers = {
      'Content-Type': 'application/octet-stream',
      'Accept-Ranges': 'bytes',
      'Cache-Control': 'private, no-transform',
      ETag: etag,
      'X-Sha256': sha256,
    };
    if (range === null) {
      response.writeHead(416, { ...headers, 'Content-Range': `bytes */${size}`, 'Content-Length': 0 }).end();
      return;
    }
    const begin = (): void => {
      response.writeHead(range ? 206 : 200, {
        ...headers,
        'Content-Length': range ? range.to - range.from + 1 : size,
        ...(range && { 'Content-Range': `bytes ${range.from}-${range.to}/${size}` }),
      });
    };
    if (request.method === 'HEAD') {
      begin();
      response.end();
      return;
    }
    if (this.#homes.has(home) || this.#homes.size >= (this.#of.most ?? MAX_DOWNLOADS))
      refuse(response, 503, 'later', 30);
    else await this.#send(run, response, { begin, range });
  }

  async #send(
    { home, key }: RunFile,
    response: ServerResponse,
    { begin, range }: { readonly begin: () => void; readonly range: { from: number; to: number } | undefined },
  ): Promise<void> {
    const { files } = this.#of.app;
    this.#homes.set(home, response);
    try {
      if ((await files.size(key)) === null) {
        refuse(response, 503, 'file', 60);
        return;
      }
      begin();
      // The device may ask for the next part as soon as it has this one, before the pipeline has closed.
      response.once('finish', () => this.#free(home, response));
      response.setTimeout(SILENT_MS, () => response.destroy());
      await pipeline(files.get(key, range), response);
    } catch (error) {
      // The device has gone: it continues where it stopped.
      if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    } finally {
      this.#free(home, response);
    }
  }

  /** Let a home load its next file, unless it does already. */
  #free(home: string, response: ServerResponse): void {
    if (this.#homes.get(home) === response) this.#homes.delete(home);
  }
}

const headerOf = (request: IncomingMessage, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
};
