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

/** What a browser shows by itself; everything else is saved. */
const shown = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'video/mp4', 'application/pdf']);

function headers(reply: FastifyReply, kept: Kept, type: string): void {
  // Whatever it holds, it cannot act as a page of ours. The PDF viewer of browsers refuses a sandbox, and is one itself.
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
        servedName(kept.name, type === 'image/webp' ? 'webp' : kept.extension),
        shown.has(type) ? 'inline' : 'attachment',
      ),
    )
    .type(type);
}

/** `bytes=0-99`, `bytes=100-`, `bytes=-50`; null when it asks for what is not there. */
function rangeOf(header: string | undefined, size: number): { from: number; to: number } | null | undefined {
  const parts = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!parts || (!parts[1] && !parts[2])) return undefined;
  const from = parts[1] ? Number(parts[1]) : Math.max(0, size - Number(parts[2]));
  const to = parts[1] && parts[2] ? Math.min(Number(parts[2]), size - 1) : size - 1;
  return from <= to && from < size ? { from, to } : null;
}

/** The file a link names, if its signature holds and it is still there. */
async function linked({ app, params, query }: OpenCall): Promise<Kept> {
  const table = app.ownPapers.attachment?.table;
  const link = { tenant: query.tenant ?? '', id: params.id, until: query.until ?? '', sig: query.sig ?? '' };
  if (!table || !isId(link.id) || !isLinkValid(app, link)) throw refuse.linkEnded();
  const [kept] = await app.db.read({ tenantId: link.tenant, zone: 'Asia/Shanghai' }, (sql) =>
    sql.query<Kept>(
      `select id, original_name as name, coalesce(content_type, 'application/octet-stream') as type, extension from ${table} where tenant_id = $1 and id = $2 and is_deleted = 0`,
      [link.tenant, link.id],
    ),
  );
  if (!kept) throw refuse.gone();
  return kept;
}

/** A file by its signed link: the signature is the permission, given only with a row that its reader may see. */
async function open(call: OpenCall): Promise<unknown> {
  const { app, query, request, reply } = call;
  const kept = await linked(call);
  const isThumbnail = query.size === 'thumb' && kept.type.startsWith('image/');
  const key = (isThumbnail ? thumbnailKey : fileKey)(query.tenant, kept.id);
  const size = await app.files.size(key);
  if (size === null) throw refuse.gone();
  headers(reply, kept, isThumbnail ? 'image/webp' : kept.type);
  const range = rangeOf(request.headers.range, size);
  if (range === null) return reply.status(416).header('Content-Range', `bytes */${size}`).send();
  if (range) void reply.status(206).header('Content-Range', `bytes ${range.from}-${range.to}/${size}`);
  void reply.header('Content-Length', range ? range.to - range.from + 1 : size);
  return reply.send(app.files.get(key, range));
}

/** Several files as one archive; two of the same name are told apart. */
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
    for (const kept of found) {
      const key = fileKey(actor.tenancy.tenantId, kept.id);
      if ((await app.files.size(key)) === null) continue;
      const called = servedName(kept.name, kept.extension);
      const name = names.has(called) ? called.replace(/(\.\w+)?$/, `-${kept.id}$1`) : called;
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
