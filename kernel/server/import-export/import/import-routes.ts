import { listTitleOf } from '#kernel/language/plural.ts';
import { type Label, labelIn, lowered } from '#kernel/language/label.ts';
import { type AnyPaper } from '#kernel/language/paper.ts';
import { visibleTo } from '#kernel/language/permission.ts';
import { importContracts } from '../../http/paper/contracts.ts';
import type { RouteCall, Route } from '../../http/route.ts';
import { exchange as refuse } from '../../refusals.ts';
import { assertMay } from '../../rows/read.ts';
import { nowOf } from '../../time/tenancy.ts';
import { transact } from '../../write/transaction.ts';
import { sendStream } from '../send.ts';
import { WORKBOOK_TYPE } from '../sheet/workbook.ts';
import { importAtOnce } from './at-once.ts';
import { type ImportState, assertMayImport, batchOf, batchesOf, moveBatch } from './batch.ts';
import { COMMIT_JOB } from './commit-job.ts';
import { layoutRoutes } from './layout/layout-routes.ts';
import { repairRoutes } from './repair/repair-routes.ts';
import { refusedSheet } from './refused.ts';
import { ROLLBACK_DAYS, ROLLBACK_JOB, rollbackUntil } from './rollback-job.ts';
import { template } from './template.ts';
import { uploadSheet } from './upload.ts';
import { isRunning, verdictPage } from './verdict-page.ts';

/** Start the job of a batch; two concurrent calls start one. */
async function begin(
  call: RouteCall,
  paper: AnyPaper,
  batch: string,
  {
    from,
    to,
    kind,
    title,
    otherwise,
  }: { from: ImportState; to: ImportState; kind: string; title: Label; otherwise: () => Error },
): Promise<unknown> {
  const { app, actor } = call;
  const [zh, en] = listTitleOf(paper);
  const job = await transact(app, actor, async (tx) => {
    if (!(await moveBatch(tx.sql, tx.tenantId, batch, [from], to))) throw otherwise();
    const id = await app.jobs.ask(tx, {
      kind,
      title: labelIn([`${title[0]}${zh}`, `${title[1]}${lowered(en)}`], actor.language),
      asked: { paper: paper.name, batch },
    });
    await tx.sql.query('update anju_import set job = $3 where tenant_id = $1 and id = $2', [tx.tenantId, batch, id]);
    return id;
  });
  app.jobs.nudge();
  return { batch, job };
}

async function commit(call: RouteCall, paper: AnyPaper): Promise<unknown> {
  assertMayImport(call.actor, paper);
  const batch = await batchOf(call.app, call.actor, paper, call.body.batch);
  return begin(call, paper, batch.id, {
    from: 'ready',
    to: 'committing',
    kind: COMMIT_JOB,
    title: ['导入', 'Import '],
    otherwise: refuse.notReady,
  });
}

async function rollback(call: RouteCall, paper: AnyPaper): Promise<unknown> {
  assertMayImport(call.actor, paper);
  const batch = await batchOf(call.app, call.actor, paper, call.body.batch);
  if (batch.state !== 'committed' || !batch.committed) throw refuse.notCommitted();
  if (rollbackUntil(batch.committed) < nowOf(call.app.clock, call.actor.tenancy))
    throw refuse.rollbackTooLate({ days: ROLLBACK_DAYS });
  return begin(call, paper, batch.id, {
    from: 'committed',
    to: 'rollingBack',
    kind: ROLLBACK_JOB,
    title: ['撤销导入：', 'Roll back import of '],
    otherwise: refuse.notCommitted,
  });
}

/** Return the caller's imports, the newest first, and whether each can still be rolled back. */
async function batches(call: RouteCall, paper: AnyPaper): Promise<unknown> {
  assertMay(call.actor, paper, 'import');
  const now = nowOf(call.app.clock, call.actor.tenancy);
  return (await batchesOf(call.app, call.actor, paper)).map(({ failed, ...one }) => {
    const until = one.committed ? rollbackUntil(one.committed) : '';
    return {
      ...one,
      state: failed && isRunning(one.state) ? 'failed' : one.state,
      error: failed ?? '',
      created: one.created.slice(0, 19),
      committed: one.committed?.slice(0, 19) ?? '',
      until,
      mayRollback: one.state === 'committed' && until >= now,
    };
  });
}

const named = (call: RouteCall, paper: AnyPaper, zh: string, en: string): { name: string; type: string } => ({
  name: call.actor.language === 'en' ? `${listTitleOf(paper)[1]} ${en}.xlsx` : `${paper.title[0]}${zh}.xlsx`,
  type: WORKBOOK_TYPE,
});

/** The import of a paper: template, upload with its dry run, verdicts, commit, refused rows, and rollback. */
export function importRoutes(paper: AnyPaper): Route[] {
  if (!paper.rights.import || paper.readOnly) return [];
  const facts = (
    method: 'GET' | 'POST',
    path: keyof typeof importContracts,
    summary: Label,
    more: Partial<Route> = {},
  ): Omit<Route, 'work' | 'open'> => ({
    method,
    path: `${paper.path}/import/${path}`,
    needs: 'import',
    summary: [`${paper.title[0]}：${summary[0]}`, `${paper.title[1]}: ${summary[1]}`],
    paper,
    contract: importContracts[path],
    ...more,
  });
  const sheet: Route = {
    ...facts('GET', 'template', ['导入模板', 'import template'], { raw: true, download: true }),
    work: async (call) => {
      assertMay(call.actor, paper, 'import');
      return sendStream(
        call,
        await template(call.app, call.actor, visibleTo(call.actor.person, paper)),
        named(call, paper, '导入模板', 'template'),
      );
    },
  };
  const once: Route = {
    ...facts('POST', 'once', ['一次导入', 'import in one call'], { upload: true }),
    work: (call) => importAtOnce(call, paper, commit),
  };
  const { template: sheetAt, import: onceAt } = paper.calls ?? {};
  return [
    sheet,
    ...(sheetAt ? [{ ...sheet, path: `${paper.path}/${sheetAt}` }] : []),
    once,
    ...(onceAt ? [{ ...once, path: `${paper.path}/${onceAt}` }] : []),
    {
      ...facts('POST', 'upload', ['上传并校验', 'upload and check'], { upload: true }),
      work: async (call) => (await uploadSheet(call, paper)).answer,
    },
    { ...facts('GET', 'batches', ['导入记录', 'own imports']), work: (call) => batches(call, paper) },
    {
      ...facts('GET', 'verdict', ['校验结果', 'verdicts']),
      work: (call) => verdictPage(call, paper),
    },
    ...layoutRoutes(paper),
    ...repairRoutes(paper),
    { ...facts('POST', 'commit', ['提交导入', 'commit']), work: (call) => commit(call, paper) },
    { ...facts('POST', 'rollback', ['撤销导入', 'roll back']), work: (call) => rollback(call, paper) },
    {
      ...facts('GET', 'refused', ['被拒绝的行', 'refused rows'], { raw: true, download: true }),
      work: async (call) => {
        assertMay(call.actor, paper, 'import');
        const batch = await batchOf(call.app, call.actor, paper, call.query.batch);
        return sendStream(
          call,
          refusedSheet(call.app, call.actor, paper, batch),
          named(call, paper, '未导入的行', 'refused rows'),
        );
      },
    },
  ];
}
