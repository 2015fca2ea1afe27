import { lowered } from '#kernel/language/label.ts';
import { listTitleOf } from '#kernel/language/plural.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { type App, paperNamed } from '../../app.ts';
import type { JobQueue, RunningJob } from '../../app.ts';
import { writeAbout } from '../../write/log/log.ts';
import { transact } from '../../write/transaction.ts';
import type { Actor } from '../../session/actor.ts';
import { type ExportInput, type Planned, exportFile, exportFileName, isPersonal, planExport } from './export-rows.ts';

/** Maximum rows of a direct answer. A larger export becomes a job, and a notice announces its end. */
export const MAX_DIRECT_ROWS = 10_000;

export const EXPORT_JOB = 'export';

/** Log an export: its person, its number of rows, and whether personal data is unmasked. */
export async function noteExport(app: App, actor: Actor, planned: Planned): Promise<void> {
  const { paper, ids, columns, format } = planned;
  await transact(app, actor, (tx) =>
    writeAbout(tx, paper, 'export', [
      `${ids.length}行，${format}${isPersonal(planned) ? ',含明文' : ''}:${columns.map((column) => column.field.label[0]).join('、')}`,
      `${ids.length} rows, ${format}${isPersonal(planned) ? ', in clear' : ''}: ${columns.map((column) => column.field.label[1]).join(', ')}`,
    ]),
  );
}

export const askForExport = (app: App, actor: Actor, paper: AnyPaper, input: ExportInput): Promise<string> =>
  transact(app, actor, (tx) =>
    app.jobs.ask(tx, {
      kind: EXPORT_JOB,
      title: actor.language === 'en' ? `Export ${lowered(listTitleOf(paper)[1])}` : `导出${paper.title[0]}`,
      asked: { paper: paper.name, ...input },
    }),
  );

/** Write the file of an export. A repeat after a crash overwrites it. */
async function run({ id, app, actor, asked, progress }: RunningJob): Promise<Record<string, unknown>> {
  const paper = paperNamed(app, String(asked.paper));
  const planned = await planExport(app, actor, paper, asked as unknown as ExportInput);
  const key = `jobs/${actor.tenancy.tenantId}-${id}`;
  const size = await app.files.put(
    key,
    exportFile(app, actor, planned, (done) => progress(done, planned.ids.length)),
  );
  await noteExport(app, actor, planned);
  return { key, size, rows: planned.ids.length, ...exportFileName(app, actor, planned) };
}

export const defineExports = (jobs: JobQueue): void => jobs.define(EXPORT_JOB, run);
