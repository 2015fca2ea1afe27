import type { AnyPaper } from '#kernel/language/paper.ts';
import { type House, paperNamed } from '../../app.ts';
import type { Jobs, RunningJob } from '../../jobs/jobs.ts';
import { writeAbout } from '../../write/log.ts';
import { type Actor, transact } from '../../write/transaction.ts';
import { type ExportAsked, type Planned, exportFile, fileNameOf, isPersonal, planExport } from './export-rows.ts';

/** From here on nobody waits: the file is made behind, and told when it is there. */
export const MOST_AT_ONCE = 10_000;

export const EXPORT_JOB = 'export';

/** Who took how many rows out of the house, and whether in clear. */
export async function noteExport(house: House, actor: Actor, planned: Planned): Promise<void> {
  const { paper, ids, columns, format } = planned;
  await transact(house, actor, (tx) =>
    writeAbout(tx, paper, 'export', [
      `${ids.length}行，${format}${isPersonal(planned) ? ',含明文' : ''}:${columns.map((column) => column.field.label[0]).join('、')}`,
      `${ids.length} rows, ${format}${isPersonal(planned) ? ', in clear' : ''}: ${columns.map((column) => column.field.label[1]).join(', ')}`,
    ]),
  );
}

export const askForExport = (house: House, actor: Actor, paper: AnyPaper, asked: ExportAsked): Promise<string> =>
  transact(house, actor, (tx) =>
    house.jobs.ask(tx, {
      kind: EXPORT_JOB,
      title: actor.language === 'en' ? `Export: ${paper.title[1]}` : `导出${paper.title[0]}`,
      asked: { paper: paper.name, ...asked },
    }),
  );

/** Begun again after a crash, it writes the same file anew. */
async function run({ id, house, actor, asked, progress }: RunningJob): Promise<Record<string, unknown>> {
  const paper = paperNamed(house, String(asked.paper));
  const planned = await planExport(house, actor, paper, asked as unknown as ExportAsked);
  const key = `jobs/${actor.tenancy.tenantId}-${id}`;
  const size = await house.files.put(
    key,
    exportFile(house, actor, planned, (done) => progress(done, planned.ids.length)),
  );
  await noteExport(house, actor, planned);
  return { key, size, rows: planned.ids.length, ...fileNameOf(house, actor, planned) };
}

export const defineExports = (jobs: Jobs): void => jobs.define(EXPORT_JOB, run);
