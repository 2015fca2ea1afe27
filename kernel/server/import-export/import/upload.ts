import { listTitleOf } from '#kernel/language/plural.ts';
import { rename, rm } from 'node:fs/promises';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { visibleTo } from '#kernel/language/permission.ts';
import type { RouteCall } from '../../http/route.ts';
import { receive } from '../../files/spool.ts';
import { exchange as refuse } from '../../refusals.ts';
import type { Actor } from '../../session/actor.ts';
import { transact } from '../../write/transaction.ts';
import { utf16Of } from '../sheet/csv-dialect.ts';
import { readRows } from '../sheet/sheet-workers.ts';
import { assertMayImport } from './batch.ts';
import { CHECK_JOB } from './check-job.ts';
import { rememberedColumns } from './repair/column-map.ts';
import { mapColumns } from './import-columns.ts';
import { findHeader } from './layout/find-header.ts';
import { MAX_IMPORTED, assertRows, isBeyondDoubt, layoutAt, namelessIn } from './layout/layout.ts';
import { spoolOf } from './spooled.ts';
import { sampleRow } from './template.ts';

const MAX_BYTES = 30 * 1_048_576;

const isWorkbook = (head: Buffer): boolean => head.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 0x03, 0x04]));
/** Is it a text? Text contains no zero bytes, except the two-byte forms of Unicode. */
const isText = (head: Buffer): boolean => !head.includes(0) || utf16Of(head) !== undefined;

/** Return the refusal of a file that is known and no sheet; null: read it. */
function knownFault(head: Buffer): Error | null {
  if (head.subarray(0, 8).toString('hex') === 'd0cf11e0a1b11ae1') return refuse.oldWorkbook();
  // Systems write pages named `.xls`, with or without a mark before them.
  if (/^\uFEFF?\s*<(?:!doctype html|html|head|table|meta)\b/i.test(head.toString('utf8'))) return refuse.webPage();
  return isWorkbook(head) || isText(head) ? null : refuse.unreadable();
}

/** Return a signal that aborts when the client has disconnected before its answer. */
function leaving({ reply }: RouteCall): AbortSignal {
  const gone = new AbortController();
  const left = (): void => gone.abort(refuse.unreadable());
  // The response closes when its stream is closed, also if an HTTP/2 connection carries other streams.
  if (reply.raw.destroyed) left();
  else reply.raw.once('close', left);
  return gone.signal;
}

/** Return the job that checks an uploaded sheet. */
const checkOf = (actor: Actor, paper: AnyPaper, batch: string) => ({
  kind: CHECK_JOB,
  title: actor.language === 'en' ? `Check import: ${listTitleOf(paper)[1]}` : `校验导入：${paper.title[0]}`,
  asked: { paper: paper.name, batch },
});

/**
 * Store a sheet, return its columns and its number of rows, and begin the dry run. With `look=1` a sheet whose header or columns are
 * in doubt waits for its person first. `fields`: other fields of the form.
 * `strict`: nobody corrects the columns later, so an unknown sheet is refused.
 */
export async function uploadSheet(
  call: RouteCall,
  whole: AnyPaper,
  strict = false,
): Promise<{ readonly answer: { readonly batch: string }; readonly fields: Readonly<Record<string, string>> }> {
  const { app, actor } = call;
  const paper = visibleTo(actor.person, whole);
  assertMayImport(actor, paper);
  const spooled = await receive(app, call.request, (head) => {
    const fault = knownFault(head);
    if (fault) throw fault;
    return MAX_BYTES;
  });
  const to = `${spooled.path}.rows`;
  try {
    const read = await readRows(
      { path: spooled.path, to, csv: !isWorkbook(spooled.head), most: MAX_IMPORTED },
      leaving(call),
    );
    const sample = await sampleRow(app, actor, paper);
    const header = layoutAt(read, findHeader(paper, read.sheets), sample, '');
    assertRows(read, header);
    const nameless = strict ? undefined : namelessIn(read, header, actor.language);
    const known = mapColumns(paper, header.headings, { strict, nameless });
    const columns = strict ? known : await rememberedColumns(app, actor, paper, known);
    const isAsked = String(call.query.look ?? '') === '1' && !isBeyondDoubt(paper, read, header, columns);
    const batch = await transact(app, actor, async (tx) => {
      const id = await tx.newId();
      await rename(to, spoolOf(app, id));
      const job = isAsked ? null : await app.jobs.ask(tx, checkOf(actor, paper, id));
      await tx.sql.query(
        `insert into anju_import (id, tenant_id, person_id, paper, state, name, columns, total, done, created, job, sheets, layout)
        values ($1, $2, $3, $4, $5, $6, $7, $8, 0, $9, $10, $11, $12)`,
        [
          id,
          tx.tenantId,
          tx.person.id,
          paper.name,
          isAsked ? 'matching' : 'reading',
          spooled.name,
          JSON.stringify(columns),
          header.total,
          tx.now(),
          job,
          JSON.stringify(read),
          JSON.stringify(header.layout),
        ],
      );
      return { batch: id, job: job ?? '' };
    });
    app.jobs.nudge();
    return {
      answer: {
        ...batch,
        columns: columns.map(({ header: text, field }) => ({ header: text, field: field ?? '' })),
        total: header.total,
        dropped: header.layout.dropped,
        name: spooled.name,
      } as { batch: string },
      fields: spooled.fields,
    };
  } finally {
    await rm(spooled.path, { force: true });
    await rm(to, { force: true });
  }
}
