import { placeUnder } from '#kernel/language/calls/place.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { visibleTo } from '#kernel/language/permission.ts';
import { exportChoices, exportContract, oldExportContract } from '../../http/paper/contracts.ts';
import type { RouteCall, Route } from '../../http/route.ts';
import { success } from '../../http/envelope.ts';
import { assertNarrows, objectOf } from '../../rows/matching.ts';
import { readInputs } from '../../write/inputs/read-inputs.ts';
import { sendStream } from '../send.ts';
import { MAX_DIRECT_ROWS, askForExport, noteExport } from './export-job.ts';
import { type ExportInput, exportFile, exportFileName, planExport } from './export-rows.ts';

const listed = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value.split(',').filter(Boolean) : [];

/** Parameters of order and page that are sent among the filters. */
const PLACES: readonly string[] = ['ascs', 'descs', 'current', 'size'];

/**
 * Return the input of our own export dialog: filters, order and page as in the list. For the scope `page`, a client may
 * send the ids of the rows on the page instead.
 */
function askedBy({ body, app, actor }: RouteCall, paper: AnyPaper): ExportInput {
  const { scope, format } = readInputs(exportChoices, body) as Pick<ExportInput, 'scope' | 'format'>;
  const filters = objectOf(objectOf(body.matching)?.filters) ?? objectOf(body.filters) ?? {};
  assertNarrows(
    app,
    visibleTo(actor.person, paper),
    Object.fromEntries(Object.entries(filters).filter(([name]) => !PLACES.includes(name))),
  );
  const ids = listed(body.ids);
  const order = Object.fromEntries(
    ['ascs', 'descs', 'current', 'size'].filter((name) => body[name] !== undefined).map((name) => [name, body[name]]),
  );
  return {
    columns: listed(body.columns).slice(0, 200),
    scope: scope === 'page' && ids.length ? 'selected' : scope,
    ids,
    filters: { ...filters, ...order },
    format,
    ...(body.masked === true && { masked: true }),
  };
}

interface OldExport {
  readonly path: string;
  readonly filter?: Readonly<Record<string, string>>;
  readonly columns?: readonly string[];
}

/** Return the input of old clients: the filters of the list, in the address or the body. */
const askedByOld = ({ query, body }: RouteCall, { filter, columns }: OldExport): ExportInput => ({
  scope: 'all',
  filters: { ...query, ...body, ...filter },
  format: 'xlsx',
  ...(columns && { columns }),
});

/** Answer a small export directly; a large one becomes a job, which the answer names. */
async function exported(call: RouteCall, paper: AnyPaper, input: ExportInput): Promise<unknown> {
  const { app, actor } = call;
  const planned = await planExport(app, actor, paper, input);
  if (planned.ids.length > MAX_DIRECT_ROWS) {
    const job = await askForExport(app, actor, paper, input);
    app.jobs.nudge();
    return success({ job, rows: planned.ids.length }, actor.language, [
      '数据较多，正在后台导出，完成后会通知您',
      'This is a large export: it is being made in the background, and you will be told when it is ready',
    ]);
  }
  await noteExport(app, actor, planned);
  return sendStream(call, exportFile(app, actor, planned), exportFileName(app, actor, planned));
}

/** Routes of the exports of a paper: our own dialog, and the addresses of old clients. */
export function exportRoutes(paper: AnyPaper): Route[] {
  if (!paper.rights.export) return [];
  const summary = [`${paper.title[0]}：导出`, `${paper.title[1]}: export`] as const;
  const own: Route = {
    method: 'POST',
    path: `${paper.path}/export`,
    needs: 'export',
    summary,
    paper,
    raw: true,
    harmless: 'expired',
    contract: exportContract(paper),
    work: (call) => exported(call, paper, askedBy(call, paper)),
  };
  const names = [...(paper.calls?.export ?? []), 'exportExcel'].map((one): OldExport =>
    typeof one === 'string' ? { path: one } : one,
  );
  const old = names
    .filter((one, at) => names.findIndex((other) => other.path === one.path) === at)
    .map((one): Route => ({
      ...own,
      path: placeUnder(paper, one.path),
      contract: oldExportContract(paper),
      filtersOf: paper,
      work: (call) => exported(call, paper, askedByOld(call, one)),
    }));
  return [own, ...old, ...old.map((route): Route => ({ ...route, method: 'GET', download: true }))];
}
