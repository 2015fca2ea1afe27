import { must } from '#kernel/language/must.ts';
import type { FastifyReply } from 'fastify';
import { isId } from '#kernel/fields/ref/ref.ts';
import { isLinkValid } from '../rows/presenter.ts';
import { fileRefusals as refuse, row as refuseRow } from '../refusals.ts';
import { assertMay } from '../rows/read.ts';
import { idsOf } from '../rows/batch.ts';
import { scopeSql } from '../list/scope.ts';
import { Parameters } from '../database/statement.ts';
import { paperNamed } from '../app.ts';
import { fileContracts } from '../http/calls/core.calls.ts';
import type { RouteCall, OpenCall, Route } from '../http/route.ts';
import { type ZipEntry, zip } from '../import-export/sheet/zip.ts';
import { disposition, sendStream } from '../import-export/send.ts';
import { servedName } from './file-type.ts';
import { storeFile } from './store-file.ts';
import { fileKey, thumbnailKey } from './storage.ts';

interface Kept {
  id: string;
  name: string;
  type: string;
  extension: string;
}

/** Types that a browser shows by itself; all others are downloads. */
const shown = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'video/mp4', 'application/pdf']);

function headers(reply: FastifyReply, file: Kept, type: string): void {
  // The sandbox keeps any content from acting as a page of ours. Browsers refuse to show a PDF in one; their viewer is
  // a sandbox itself.
  void reply
    .header(
      'Content-Security-Policy',
      type === 'application/pdf' ? "default-src 'none'" : "sandbox; default-src 'none'",
    )
    .header('X-Content-Type-Options', 'nosniff')
    .header('Cache-Control', 'private, max-age=3600')
    .header('Accept-Ranges', 'bytes')
    .header(
      'Content-Disposition',
      disposition(
        servedName(file.name, type === 'image/webp' ? 'webp' : file.extension),
        shown.has(type) ? 'inline' : 'attachment',
      ),
    )
    .type(type);
}

/** Return the range of a header: `bytes=0-99`, `bytes=100-`, `bytes=-50`; null where it is out of the file. */
function rangeOf(header: string | undefined, size: number): { from: number; to: number } | null | undefined {
  const parts = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!parts || (!parts[1] && !parts[2])) return undefined;
  const from = parts[1] ? Number(parts[1]) : Math.max(0, size - Number(parts[2]));
  const to = parts[1] && parts[2] ? Math.min(Number(parts[2]), size - 1) : size - 1;
  return from <= to && from < size ? { from, to } : null;
}

/** Return the file of a link, if its signature is valid and the file still exists. */
async function linked({ app, params, query }: OpenCall): Promise<Kept> {
  const table = app.ownPapers.attachment?.table;
  const link = { tenant: query.tenant ?? '', id: params.id, until: query.until ?? '', sig: query.sig ?? '' };
  if (!table || !isId(link.id) || !isLinkValid(app, link)) throw refuse.linkEnded();
  const [file] = await app.db.read({ tenantId: link.tenant, zone: 'Asia/Shanghai' }, (sql) =>
    sql.query<Kept>(
      `select id, original_name as name, coalesce(content_type, 'application/octet-stream') as type, extension from ${table} where tenant_id = $1 and id = $2 and is_deleted = 0`,
      [link.tenant, link.id],
    ),
  );
  if (!file) throw refuse.gone();
  return file;
}

/** Answer a file by its signed link. The signature is the permission: only a reader of the row gets it. */
async function open(call: OpenCall): Promise<unknown> {
  const { app, query, request, reply } = call;
  const file = await linked(call);
  const isThumbnail = query.size === 'thumb' && file.type.startsWith('image/');
  const key = (isThumbnail ? thumbnailKey : fileKey)(query.tenant, file.id);
  const size = await app.files.size(key);
  if (size === null) throw refuse.gone();
  // Files are sent as stored. Else a `.gz` would be marked as an encoding of its content, and browsers would unpack it.
  request.headers['x-no-compression'] = '1';
  headers(reply, file, isThumbnail ? 'image/webp' : file.type);
  const range = rangeOf(request.headers.range, size);
  if (range === null) return reply.status(416).header('Content-Range', `bytes */${size}`).send();
  if (range) void reply.status(206).header('Content-Range', `bytes ${range.from}-${range.to}/${size}`);
  void reply.header('Content-Length', range ? range.to - range.from + 1 : size);
  return reply.send(app.files.get(key, range));
}

/** Answer several files as one archive; equal names get their ids. */
async function batch(call: RouteCall): Promise<unknown> {
  const { app, actor } = call;
  const paper = must(app.ownPapers.attachment, 'attachment');
  const { where } = assertMay(actor, paper, 'view');
  const values = new Parameters();
  const ids = idsOf(call).filter(isId);
  const sql = `select t.id, t.original_name as name, t.content_type as type, t.extension from ${paper.table} t where t.tenant_id = ${values.add(actor.tenancy.tenantId)} and t.id = any(${values.add(ids)}::bigint[]) and t.is_deleted = 0 and ${scopeSql(paper, where, values, (name) => paperNamed(app, name))} order by t.id`;
  const found = await app.db.read(actor.tenancy, (db) => db.query<Kept>(sql, values.values));
  if (!found.length) throw refuseRow.missing({ title: paper.title });
  const names = new Set<string>();
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (const file of found) {
      const key = fileKey(actor.tenancy.tenantId, file.id);
      if ((await app.files.size(key)) === null) continue;
      const called = servedName(file.name, file.extension);
      const name = names.has(called) ? called.replace(/(\.\w+)?$/, `-${file.id}$1`) : called;
      names.add(name);
      yield { name, content: app.files.get(key) as AsyncIterable<Buffer> };
    }
  }
  return sendStream(call, zip(entries()), {
    name: `${actor.language === 'en' ? 'files' : '附件'}.zip`,
    type: 'application/zip',
  });
}

/** Uploads and downloads. */
export function fileRoutes(): Route[] {
  const put = (path: string): Route => ({
    method: 'POST',
    path: `blade-resource/oss/endpoint/${path}`,
    needs: 'person',
    summary: ['上传文件', 'Upload a file'],
    upload: true,
    contract: fileContracts.upload,
    work: storeFile,
  });
  return [
    put('put-file'),
    put('put-file-attach'),
    {
      method: 'GET',
      path: 'blade-resource/file/{id}',
      needs: 'anonymous',
      summary: ['文件（签名链接）', 'A file by its signed link'],
      contract: fileContracts.open,
      raw: true,
      open,
    },
    {
      method: 'POST',
      path: 'blade-resource/attach/downloadBatch',
      needs: 'view',
      harmless: 'expired',
      summary: ['批量下载附件', 'Several attachments as a zip'],
      contract: fileContracts.batch,
      raw: true,
      work: batch,
    },
  ];
}
