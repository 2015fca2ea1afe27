import { randomUUID } from 'node:crypto';
import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { Row } from '#kernel/language/paper.ts';
import { implementRoute, readingOf, type Route, type RouteAsking } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { tryStorage } from './oss.calls.ts';
import { LOCAL, isFinished, oss } from './oss.paper.ts';
import { S3Fault, S3Store } from './s3-store.server.ts';
import { type OssRow, s3PlaceOf } from './tenant-storage.server.ts';

const WORDS = 'Anju';

/** Describe the failure of a storage for the person that configures it. */
function whyNot(error: unknown): Error {
  if (!(error instanceof S3Fault)) return refuse.noStorage();
  return [401, 403].includes(error.status)
    ? refuse.storageRefused()
    : error.status === 404
      ? refuse.noBucket()
      : refuse.noStorage();
}

async function roundTrip(store: S3Store): Promise<void> {
  const key = `anju-test/${randomUUID()}`;
  try {
    await store.put(key, new Uint8Array(Buffer.from(WORDS)));
    const size = await store.size(key);
    await store.remove(key);
    if (size !== WORDS.length) throw new S3Fault(500, 'HEAD');
  } catch (error) {
    throw whyNot(error);
  }
}

/** Return the row under test, with its secret opened. */
async function storageOf(call: RouteAsking, id: string): Promise<{ row: Row<typeof oss>; opened: string | null }> {
  return readingOf(call, async (tx) => {
    const row = await tx.get(oss, id);
    return { row, opened: tx.opened(oss, row, 'secretKey') };
  });
}

/** Write, read and delete a small file, and return the time it took. The disk is not tested. */
async function tryUpload(
  { id }: CallInputOf<typeof tryStorage>,
  call: RouteAsking,
): Promise<CallAnswer<typeof tryStorage>> {
  if (!id) throw refuse.idMissing({ name: 'id' });
  const { row, opened } = await storageOf(call, id);
  const began = performance.now();
  if (row.category === LOCAL) return { ok: true, ms: 0 };
  if (!isFinished(row) || !row.endpoint || !opened) throw refuse.storageUnfinished();
  const place = s3PlaceOf(row as OssRow, opened, call.app.settings.outboundHosts);
  if (!place) throw refuse.hostNotAllowed({ host: new URL(row.endpoint).host });
  const store = new S3Store(place);
  await roundTrip(store);
  return { ok: true, ms: Math.round(performance.now() - began) };
}

export const ossRoutes = (): Route[] => [implementRoute(tryStorage, tryUpload)];
