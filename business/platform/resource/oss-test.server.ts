import { randomUUID } from 'node:crypto';
import { isId } from '#kernel/fields/ref/ref.ts';
import type { Call, Route } from '#kernel/server/http/route.ts';
import { assertMay } from '#kernel/server/rows/read.ts';
import { readingOf } from '#kernel/server/rows/reading.ts';
import { refuse } from '../refusals.ts';
import { oss } from './oss.paper.ts';
import { S3Fault, S3Store } from './s3-store.server.ts';
import { type OssRow, s3PlaceOf } from './tenant-storage.server.ts';

/** Puts a small file there, reads it and takes it away again: only that proves that all three work. */
async function tryUpload(call: Call): Promise<{ ok: true; ms: number }> {
  assertMay(call.actor, oss, 'test');
  const id = String(call.query.id ?? call.body.id ?? '');
  if (!isId(id)) throw refuse.idMissing({ name: 'id' });
  const { row, opened } = await readingOf(call, async (tx) => { const found = await tx.get(oss, id); return { row: found, opened: tx.opened(oss, found, 'secretKey') }; });
  const began = performance.now();
  if (row.category === 9) return { ok: true, ms: 0 };
  if (!row.endpoint || !row.bucketName || !row.accessKey || !opened) throw refuse.storageUnfinished();
  const place = s3PlaceOf(row as unknown as OssRow, opened, call.house.settings.outboundHosts);
  if (!place) throw refuse.hostNotAllowed({ host: new URL(row.endpoint).host });
  const store = new S3Store(place);
  const key = `anju-test/${randomUUID()}`;
  try {
    await store.put(key, new Uint8Array(Buffer.from('Anju')));
    const size = await store.size(key);
    await store.remove(key);
    if (size !== 4) throw new S3Fault(500, 'HEAD');
  } catch (error) {
    if (error instanceof S3Fault && [401, 403].includes(error.status)) throw refuse.storageRefused();
    if (error instanceof S3Fault && error.status === 404) throw refuse.noBucket();
    throw refuse.noStorage();
  }
  return { ok: true, ms: Math.round(performance.now() - began) };
}

export const ossRoutes = (): Route[] => [{ method: 'POST', path: `${oss.path}/test`, needs: 'test', paper: oss, query: ['id'], summary: ['测试上传', 'Try an upload'], work: tryUpload }];
