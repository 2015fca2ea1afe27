import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import S3rver from 's3rver';
import { afterAll, expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';

// A real S3 server in this process, with a bucket of the test.
const folder = mkdtempSync(join(tmpdir(), 's3-firmware-'));
const bucket = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory: folder,
  vhostBuckets: false,
  configureBuckets: [{ name: 'firmware', configs: [] }],
});
const { port } = await bucket.run();
afterAll(async () => {
  await bucket.close();
  rmSync(folder, { recursive: true, force: true });
});

const server = await openTestServer(import.meta.url, { env: { OUTBOUND_HOSTS: '127.0.0.1' } });
const admin = await server.as('admin', { who: 'keeper' });
const MB = 1_048_576;
const SIZE = 160 * MB;
/**
 * By how much the memory of buffers may grow: less than the file. Buffers that are no longer in use are included, and
 * client, server and bucket share this process.
 */
const GROWTH = 128 * MB;

/** Yield a form with a file of zeros, which exists nowhere as a whole. */
function* form(): Generator<Buffer> {
  yield Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="large.bin"\r\n\r\n');
  const part = Buffer.alloc(MB / 4);
  for (let sent = 0; sent < SIZE; sent += part.length) yield part;
  yield Buffer.from('\r\n--x--\r\n');
}

/** Upload the large file; return the answer, and by how much the memory of buffers grew meanwhile. */
async function upload(): Promise<{ data: { attachId: string; size: number; sha256: string }; grown: number }> {
  const before = process.memoryUsage().arrayBuffers;
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().arrayBuffers);
  }, 20);
  const answer = await fetch(`${server.base}/api/iot/firmware/upload`, {
    method: 'POST',
    body: Readable.toWeb(Readable.from(form())) as BodyInit,
    duplex: 'half',
    headers: {
      'Content-Type': 'multipart/form-data; boundary=x',
      'Blade-Auth': `bearer ${admin.token}`,
      'Tenant-Id': admin.tenantId,
    },
  } as RequestInit);
  clearInterval(watch);
  const { data, msg } = await answer.json();
  expect(answer.status, msg).toBe(200);
  return { data, grown: most - before };
}

function zerosSha256(): string {
  const hash = createHash('sha256');
  const part = Buffer.alloc(MB);
  for (let at = 0; at < SIZE / MB; at += 1) hash.update(part);
  return hash.digest('hex');
}

test('a large file is stored on the disk and in S3 without being held in memory', { timeout: 400_000 }, async () => {
  const sha256 = zerosSha256();
  const onDisk = await upload();
  expect(onDisk.data).toMatchObject({ size: SIZE, sha256 });
  expect(onDisk.grown).toBeLessThan(GROWTH);
  const made = await admin.post('blade-resource/oss/submit', {
    category: 1,
    ossCode: 'minio',
    endpoint: `http://127.0.0.1:${port}`,
    bucketName: 'firmware',
    accessKey: 'S3RVER',
    secretKey: 'S3RVER',
  });
  expect((await admin.post(`blade-resource/oss/enable?id=${made.data.id}`)).status).toBe(200);
  await server.delivered();
  const inBucket = await upload();
  expect(inBucket.data).toMatchObject({ size: SIZE, sha256 });
  expect(inBucket.grown).toBeLessThan(GROWTH);
  const key = `000000/${inBucket.data.attachId}`;
  expect(await server.app.files.size(key)).toBe(SIZE);
  const part = await server.app.files.get(key, { from: SIZE - 10, to: SIZE - 1 }).toArray();
  expect(Buffer.concat(part)).toEqual(Buffer.alloc(10));
});
