import { MAX_BINARY_MB } from '#kernel/fields/file/binary-file.ts';
import { must } from '#kernel/language/must.ts';
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { App } from '../app.ts';
import type { RouteCall } from '../http/route.ts';
import type { Actor } from '../session/actor.ts';
import { fileLink } from '../rows/presenter.ts';
import { fileRefusals as refuse } from '../refusals.ts';
import { type Transaction, transact } from '../write/transaction.ts';
import { type FileType, binaryTypeOf, fileTypeOf, foreignPictureOf } from './file-type.ts';
import { type PictureFile, TooManyPixels, drawAnew } from './picture.ts';
import { type Spooled, receive } from './spool.ts';
import { type Content, fileKey, thumbnailKey } from './storage.ts';

const MAX_AVATAR = 512_000;

/** Answer of an upload; clients read `link`. */
export interface StoredFile {
  readonly link: string;
  readonly domain: string;
  readonly name: string;
  readonly originalName: string;
  readonly attachId: string;
}

async function redrawn(spooled: Spooled, type: FileType): Promise<PictureFile | null> {
  if (type.face !== 'image') return null;
  try {
    return await drawAnew(spooled.path, type.extension);
  } catch (error) {
    if (error instanceof TooManyPixels) throw refuse.tooManyPixels(error);
    throw refuse.brokenImage();
  }
}

interface Fresh {
  readonly name: string;
  readonly type: FileType;
  readonly hash: string;
  readonly md5?: string;
  readonly picture: PictureFile | null;
  readonly content: Content;
}

/** Store the content of a file under an id of ours, outside of any transaction: a large file takes a while. */
async function put(app: App, tenantId: string, { picture, content }: Fresh): Promise<{ id: string; size: number }> {
  const id = await app.ids.next(app.clock.ms());
  const size = await app.files.put(fileKey(tenantId, id), content);
  if (picture) await app.files.put(thumbnailKey(tenantId, id), picture.thumbnail);
  return { id, size };
}

/** Record a stored file. It is bound to nothing until a row of this transaction or a later one takes it. */
async function record(
  tx: Transaction,
  { id, size }: { readonly id: string; readonly size: number },
  { name, type, hash, md5, picture }: Fresh,
): Promise<{ id: string; name: string }> {
  const own = `${id}.${type.extension}`;
  await tx.sql.query(
    `insert into ${must(tx.app.ownPapers.attachment, 'attachment').table} (id, tenant_id, original_name, name, extension, content_type, attach_size, hash, md5, width, height, bound, create_user, create_dept, create_time, update_user, update_time)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, false, $12, $13, $14, $12, $14)`,
    [
      id,
      tx.tenantId,
      name,
      own,
      type.extension,
      type.type,
      Math.ceil(size / 1024),
      hash,
      md5 ?? null,
      picture?.width ?? null,
      picture?.height ?? null,
      tx.person.id,
      tx.dept,
      tx.now(),
    ],
  );
  return { id, name: own };
}

/** Store an uploaded file and record it. A file that cannot be recorded is removed again. */
async function store(app: App, actor: Actor, fresh: Fresh): Promise<{ id: string; name: string }> {
  const { tenantId } = actor.tenancy;
  const stored = await put(app, tenantId, fresh);
  try {
    return await transact(app, actor, (tx) => record(tx, stored, fresh));
  } catch (error) {
    await app.files.remove(fileKey(tenantId, stored.id));
    if (fresh.picture) await app.files.remove(thumbnailKey(tenantId, stored.id));
    throw error;
  }
}

/** Store a picture that the product itself has drawn. Return its attachment. */
export async function storePicture(tx: Transaction, name: string, content: Buffer): Promise<string> {
  const type = fileTypeOf(content, name);
  if (type?.face !== 'image') throw refuse.unknownType();
  const picture = await drawAnew(content, type.extension);
  const fresh = {
    name,
    type,
    picture,
    content: picture.content,
    hash: createHash('sha256').update(content).digest('hex'),
  };
  return (await record(tx, await put(tx.app, tx.tenantId, fresh), fresh)).id;
}

/** A file that the product itself received for a row: its content is on this machine, and its ending is known. */
export interface ReceivedFile {
  readonly name: string;
  readonly extension: string;
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

/** The row that a received file belongs to. */
interface FileOwner {
  readonly paper: string;
  readonly rowId: string;
}

/**
 * Store a file that the product received for a row, and record it as the row's, in the transaction that writes the row.
 * It is a download only. If `write` refuses, the file is removed again.
 */
export async function storeReceived<T>(
  app: App,
  actor: Actor,
  { name, extension, path, size, sha256 }: ReceivedFile,
  { of, write }: { readonly of: FileOwner; readonly write: (tx: Transaction, attachId: string) => Promise<T> },
): Promise<T> {
  const { tenantId } = actor.tenancy;
  const type: FileType = { extension, type: 'application/octet-stream', face: 'binary', most: size };
  const fresh: Fresh = { name, type, hash: sha256, picture: null, content: { path, size, sha256 } };
  const stored = await put(app, tenantId, fresh);
  try {
    return await transact(app, actor, async (tx) => {
      await record(tx, stored, fresh);
      await tx.sql.query(
        `update ${must(app.ownPapers.attachment, 'attachment').table} set bound = true, paper_name = $3, row_id = $4 where tenant_id = $1 and id = $2`,
        [tx.tenantId, stored.id, of.paper, of.rowId],
      );
      return write(tx, stored.id);
    });
  } catch (error) {
    await app.files.remove(fileKey(tenantId, stored.id));
    throw error;
  }
}

const hashed = ({ path, size, hash }: Spooled): Content => ({ path, size, sha256: hash });

/** Answer of the upload of a binary file, with the facts by which its sender can compare it. */
export interface StoredBinary extends StoredFile {
  readonly size: number;
  readonly sha256: string;
  readonly md5: string;
}

/** Refuse a file whose content differs from the checksums that its sender stated. */
function assertChecksums({ hash, md5, fields }: Spooled): void {
  const differs = (stated: string | undefined, sum: string): boolean =>
    Boolean(stated) && stated?.trim().toLowerCase() !== sum;
  if (differs(fields.sha256, hash) || differs(fields.md5, md5)) throw refuse.checksum();
}

/**
 * Store an uploaded binary file, such as firmware: any content with one of the endings of binaries. It is hashed
 * while it is received, and never held in memory. Fields `sha256` and `md5` of the form must match.
 */
export async function storeBinary({
  app,
  actor,
  request,
}: Pick<RouteCall, 'app' | 'actor' | 'request'>): Promise<StoredBinary> {
  const typeOf = (name: string): FileType => {
    const type = binaryTypeOf(name);
    if (!type) throw refuse.notBinary();
    return type;
  };
  const spooled = await receive(app, request, (_head, name) => typeOf(name).most, {
    largest: MAX_BINARY_MB * 1_048_576,
  });
  try {
    assertChecksums(spooled);
    const { name, size, hash, md5 } = spooled;
    const fresh = { name, type: typeOf(name), hash, md5, picture: null, content: hashed(spooled) };
    const stored = await store(app, actor, fresh);
    return { ...answerOf(app, actor, stored, name), size, sha256: hash, md5 };
  } finally {
    await rm(spooled.path, { force: true });
  }
}

const answerOf = (
  app: App,
  { tenancy }: Actor,
  stored: { readonly id: string; readonly name: string },
  originalName: string,
): StoredFile => ({
  link: fileLink(app, tenancy.tenantId, stored.id, stored.name),
  domain: '',
  name: stored.name,
  originalName,
  attachId: stored.id,
});

/**
 * Store an uploaded file: checked by its content, pictures encoded again, under a name of ours. It is bound to nothing
 * until a row is saved with it.
 */
export async function storeFile(call: RouteCall): Promise<StoredFile> {
  const { app, actor } = call;
  const avatar = call.query.avatar === '1' || call.query.avatar === 'true';
  const spooled = await receive(app, call.request, (head, name) => {
    const type = fileTypeOf(head, name);
    const foreign = foreignPictureOf(head);
    if (foreign) throw refuse.foreignPicture({ kind: foreign });
    if (!type || (avatar && type.face !== 'image')) throw refuse.unknownType();
    return avatar ? MAX_AVATAR : type.most;
  });
  try {
    const type = fileTypeOf(spooled.head, spooled.name)!;
    const picture = await redrawn(spooled, type);
    if (!app.ownPapers.attachment) throw refuse.unknownType();
    const stored = await store(app, actor, {
      name: spooled.name,
      type,
      hash: spooled.hash,
      picture,
      content: picture?.content ?? hashed(spooled),
    });
    return answerOf(app, actor, stored, spooled.name);
  } finally {
    await rm(spooled.path, { force: true });
  }
}
