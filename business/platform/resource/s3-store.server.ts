import { AwsClient } from 'aws4fetch';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { withoutAtEnd } from '#kernel/fields/text/text-ends.ts';

/** A bucket of a store that speaks S3, and the keys to it. */
export interface S3Place {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

const PATIENCE_MS = 30_000;

/** What a store answered that is no success; its words stay out of what people read. */
export class S3Fault extends Error {
  readonly status: number;
  constructor(status: number, what: string) {
    super(`the file storage answered ${status} to ${what}`);
    this.status = status;
  }
}

/** The calls of S3 that files need, addressed by path so that any store that speaks it understands. */
export class S3Store {
  readonly #client: AwsClient;
  readonly #base: string;
  constructor({ endpoint, bucket, region, accessKey, secretKey }: S3Place) {
    this.#client = new AwsClient({
      accessKeyId: accessKey,
      secretAccessKey: secretKey,
      service: 's3',
      region,
      retries: 2,
    });
    this.#base = `${withoutAtEnd(endpoint, '/')}/${encodeURIComponent(bucket)}`;
  }

  async #ask(
    method: string,
    key: string,
    init: { body?: Uint8Array<ArrayBuffer>; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    // A store that sends us elsewhere is not followed: only the host that was allowed is called.
    const response = await this.#client.fetch(`${this.#base}/${key.split('/').map(encodeURIComponent).join('/')}`, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...init,
    });
    if (response.ok || (response.status === 404 && method !== 'PUT')) return response;
    await response.body?.cancel();
    throw new S3Fault(response.status, method);
  }

  async put(key: string, content: Uint8Array<ArrayBuffer>): Promise<void> {
    await (
      await this.#ask('PUT', key, { body: content, headers: { 'Content-Length': String(content.length) } })
    ).body?.cancel();
  }

  /** The size of a file in bytes; null where there is none. */
  async size(key: string): Promise<number | null> {
    const response = await this.#ask('HEAD', key);
    return response.status === 404 ? null : Number(response.headers.get('content-length'));
  }

  async get(key: string, range?: { readonly from: number; readonly to: number }): Promise<Readable> {
    const response = await this.#ask(
      'GET',
      key,
      range ? { headers: { Range: `bytes=${range.from}-${range.to}` } } : {},
    );
    if (response.status === 404 || !response.body) throw new S3Fault(404, 'GET');
    return Readable.fromWeb(response.body as ReadableStream<Uint8Array>);
  }

  async remove(key: string): Promise<void> {
    await (await this.#ask('DELETE', key)).body?.cancel();
  }
}
