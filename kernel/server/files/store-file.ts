import { must } from '#kernel/language/must.ts';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { RouteCall } from '../http/route.ts';
import { fileLink } from '../rows/presenter.ts';
import { fileRefusals as refuse } from '../refusals.ts';
import { type Transaction, transact } from '../write/transaction.ts';
import { type FileType, fileTypeOf } from './file-type.ts';
import { type PictureFile, drawAnew } from './picture.ts';
import { type Spooled, receive } from './spool.ts';
import { fileKey, thumbnailKey } from './storage.ts';

const MOST_AVATAR = 512_000;

/** What uploads answer; clients read `link`. */
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
  } catch {
    throw refuse.brokenImage();
  }
}

interface Fresh {
  readonly name: string;
  readonly type: FileType;
  readonly hash: string;
  readonly picture: PictureFile | null;
  readonly content: Buffer | AsyncIterable<Buffer>;
}

/** Keeps a file under a name of ours; it belongs to nothing until a row of the same transaction or a later one takes it. */
async function store(
  tx: Transaction,
  { name, type, hash, picture, content }: Fresh,
): Promise<{ id: string; name: string }> {
  const { app, tenantId } = tx;
  const id = await tx.newId();
  const size = await app.files.put(fileKey(tenantId, id), content);
  if (picture) await app.files.put(thumbnailKey(tenantId, id), picture.thumbnail);
  const own = `${id}.${type.extension}`;
  await tx.sql.query(
    `insert into ${must(app.ownPapers.attachment, 'attachment').table} (id, tenant_id, original_name, name, extension, content_type, attach_size, hash, width, height, bound, create_user, create_dept, create_time, update_user, update_time)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, false, $11, $12, $13, $11, $13)`,
    [
      id,
      tenantId,
      name,
      own,
      type.extension,
      type.type,
      Math.ceil(size / 1024),
      hash,
      picture?.width ?? null,
      picture?.height ?? null,
      tx.person.id,
      tx.dept,
      tx.now(),
    ],
  );
  return { id, name: own };
}

/** Keeps a picture that the product itself has drawn; answers its attachment. */
export async function storePicture(tx: Transaction, name: string, content: Buffer): Promise<string> {
  const type = fileTypeOf(content, name);
  if (type?.face !== 'image') throw refuse.unknownType();
  const picture = await drawAnew(content, type.extension);
  return (
    await store(tx, {
      name,
      type,
      picture,
      content: picture.content,
      hash: createHash('sha256').update(content).digest('hex'),
    })
  ).id;
}

/** Takes an uploaded file: judged by its content, pictures drawn anew, kept under a name of ours. It belongs to nothing until a row is saved with it. */
export async function storeFile(call: RouteCall): Promise<StoredFile> {
  const { app, actor } = call;
  const avatar = call.query.avatar === '1' || call.query.avatar === 'true';
  const spooled = await receive(app, call.request, (head, name) => {
    const type = fileTypeOf(head, name);
    if (!type || (avatar && type.face !== 'image')) throw refuse.unknownType();
    return avatar ? MOST_AVATAR : type.most;
  });
  try {
    const type = fileTypeOf(spooled.head, spooled.name)!;
    const picture = await redrawn(spooled, type);
    if (!app.ownPapers.attachment) throw refuse.unknownType();
    const stored = await transact(app, actor, (tx) =>
      store(tx, {
        name: spooled.name,
        type,
        hash: spooled.hash,
        picture,
        content: picture?.content ?? (createReadStream(spooled.path) as AsyncIterable<Buffer>),
      }),
    );
    return {
      link: fileLink(app, actor.tenancy.tenantId, stored.id, stored.name),
      domain: '',
      name: stored.name,
      originalName: spooled.name,
      attachId: stored.id,
    };
  } finally {
    await rm(spooled.path, { force: true });
  }
}
