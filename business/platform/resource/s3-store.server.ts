import { AwsClient } from 'aws4fetch';
import { open } from 'node:fs/promises';
import { type ClientRequest, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { HashedFile } from '#kernel/server';
import { withoutAtEnd } from '#kernel/fields/text/text-ends.ts';

/** A bucket of an S3 storage, and its keys. */
export interface S3Place {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

const PATIENCE_MS = 30_000;

/** A storage answered with an error status. Its message goes to the log only. */
export class S3Fault extends Error {
  readonly status: number;
  constructor(status: number, what: string) {
    super(`the file storage answered ${status} to ${what}`);
    this.status = status;
  }
}

/** Bytes of a file that are read and sent at a time, in one buffer for all of it. */
const PART_BYTES = 262_144;

/** Write a file into a request. The buffer is used again once its part is sent, so that a large file leaves no garbage. */
async function writeFileTo(request: ClientRequest, path: string): Promise<void> {
  const closed = new Promise<never>((_resolve, reject) => {
    request.once('close', () => reject(new Error('the file storage has closed')));
  });
  closed.catch(() => undefined);
  const part = Buffer.allocUnsafeSlow(PART_BYTES);
  const send = (bytes: Buffer): Promise<void> =>
    new Promise((resolve, reject) => {
      request.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
  const file = await open(path, 'r');
  try {
    for (;;) {
      const { bytesRead } = await file.read(part, 0, PART_BYTES);
      if (bytesRead === 0) break;
      await Promise.race([send(part.subarray(0, bytesRead)), closed]);
    }
    request.end();
  } catch (error) {
    request.destroy(error as Error);
    throw error;
  } finally {
    await file.close();
  }
}

/**
 * Send a file as the body of a PUT, and return the status of the answer. `fetch` would send it in chunks without a
 * length, which S3 refuses. A redirect is not followed.
 */
async function sendFile(url: string, headers: Record<string, string>, path: string): Promise<number> {
  const request = (url.startsWith('https:') ? requestHttps : requestHttp)(url, { method: 'PUT', headers });
  const status = new Promise<number>((resolve, reject) => {
    request.setTimeout(PATIENCE_MS, () => request.destroy(new Error('the file storage is silent')));
    request.on('error', reject);
    request.on('response', (response) => {
      response.resume();
      response.on('error', reject);
      response.on('end', () => resolve(response.statusCode ?? 500));
    });
  });
  // A storage that refuses may answer, and close, before it has read the file: the answer counts.
  const [answered, sent] = await Promise.allSettled([status, writeFileTo(request, path)]);
  if (answered.status === 'fulfilled') return answered.value;
  throw sent.status === 'rejected' ? sent.reason : answered.reason;
}

/** Client of the S3 calls for files. The bucket is in the path, which every S3 storage supports. */
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
    // Redirects are not followed: only the allowed host is called.
    const response = await this.#client.fetch(this.#urlOf(key), {
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

  /**
   * Store a file of this machine, read from the disk as it is sent. Its length and hash are known, so the storage checks
   * what it receives.
   */
  async putFile(key: string, { path, size, sha256 }: HashedFile): Promise<void> {
    const { url, headers } = await this.#client.sign(this.#urlOf(key), {
      method: 'PUT',
      headers: { 'X-Amz-Content-Sha256': sha256 },
    });
    const status = await sendFile(url, { ...Object.fromEntries(headers), 'content-length': String(size) }, path);
    if (status < 200 || status > 299) throw new S3Fault(status, 'PUT');
  }

  #urlOf(key: string): string {
    return `${this.#base}/${key.split('/').map(encodeURIComponent).join('/')}`;
  }

  /** Return the size of a file in bytes; null if it is missing. */
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
