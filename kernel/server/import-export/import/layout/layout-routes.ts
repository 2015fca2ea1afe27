import type { AnyPaper } from '#kernel/language/paper.ts';
import { visibleTo } from '#kernel/language/permission.ts';
import { implementRoute } from '../../../http/calls/implement.ts';
import type { Route } from '../../../http/route.ts';
import type { App } from '../../../app.ts';
import { exchange as refuse } from '../../../refusals.ts';
import type { Actor } from '../../../session/actor.ts';
import type { ReadFile } from '../../sheet/read-sheet.ts';
import { type ImportBatch, assertMayImport, batchOf } from '../batch.ts';
import { type ImportColumn, mapColumns } from '../import-columns.ts';
import { isSpooled } from '../spooled.ts';
import { sampleRow } from '../template.ts';
import { checkAgain } from '../repair/check-again.ts';
import { matchedColumns, rememberedColumns } from '../repair/column-map.ts';
import {
  type ImportLayout,
  type ReadLayout,
  assertRows,
  firstUnder,
  headerPlace,
  layoutAt,
  namelessIn,
} from './layout.ts';
import { layoutCall, mapCall } from './layout.calls.ts';

/** Rows of a sheet that are shown for the choice of its header. */
const SHOWN = 10;

/** A header as a caller sends it. Absent parts stay as they are. */
interface SentPlace {
  readonly sheet?: number | null;
  readonly header?: number | null;
  readonly height?: number | null;
}

const absent = (value: unknown): boolean => value === null || value === undefined;

/** Return the sheets of an import that was uploaded within the last day. */
async function fileOf(
  app: App,
  { tenancy }: Actor,
  batch: ImportBatch,
): Promise<{ readonly file: ReadFile; readonly now: ImportLayout }> {
  const [row] = await app.db.read(tenancy, (sql) =>
    sql.query<{ sheets: ReadFile | null }>('select sheets from anju_import where tenant_id = $1 and id = $2', [
      tenancy.tenantId,
      batch.id,
    ]),
  );
  if (!row?.sheets || !batch.layout) throw refuse.sheetGone();
  return { file: row.sheets, now: batch.layout };
}

/** Return the layout that a caller sends: another sheet begins with its first row. */
async function sentLayout(
  app: App,
  actor: Actor,
  paper: AnyPaper,
  { file, now, sent }: { file: ReadFile; now: ImportLayout; sent: SentPlace & { hidden?: 'in' | 'out' | null } },
): Promise<ReadLayout> {
  const sheet = sent.sheet ?? now.sheet;
  const isSame = sheet === now.sheet;
  const header = sent.header ?? (isSame ? now.header : (file.sheets[sheet]?.head[0]?.at ?? 0));
  const height = (sent.height ?? (isSame && absent(sent.header) ? now.height : 1)) as 1 | 2;
  return layoutAt(
    file,
    headerPlace(file, sheet, header, height),
    await sampleRow(app, actor, paper),
    sent.hidden ?? (isSame ? now.hidden : ''),
  );
}

const isSameHeader = (one: ImportLayout, other: ImportLayout): boolean =>
  one.sheet === other.sheet && one.header === other.header && one.height === other.height;

/** Return the columns of a header: as they are, as this person matched them before, or by their headings. */
async function columnsOf(
  app: App,
  actor: Actor,
  paper: AnyPaper,
  batch: ImportBatch,
  { file, read }: { readonly file: ReadFile; readonly read: ReadLayout },
): Promise<readonly ImportColumn[]> {
  const { layout, headings } = read;
  if (batch.layout && isSameHeader(layout, batch.layout)) return batch.columns;
  const nameless = namelessIn(file, read, actor.language);
  return rememberedColumns(app, actor, paper, mapColumns(paper, headings, { strict: false, nameless }));
}

/** The calls about the layout of an uploaded file: its first rows, and the choice of header and columns. */
export const layoutRoutes = (paper: AnyPaper): Route[] => [
  implementRoute(layoutCall(paper), async (input, { app, actor }) => {
    const batch = await batchOf(app, actor, paper, input.batch);
    const seen = visibleTo(actor.person, paper);
    const { file, now } = await fileOf(app, actor, batch);
    const read = await sentLayout(app, actor, seen, { file, now, sent: input });
    const { layout } = read;
    const sheet = file.sheets[layout.sheet];
    const columns = await columnsOf(app, actor, seen, batch, { file, read });
    return {
      version: batch.revision,
      sheet: layout.sheet,
      header: layout.header,
      height: layout.height,
      total: read.total,
      hidden: layout.hidden,
      hiddenRows: layout.hiddenRows,
      isFiltered: sheet.isFiltered,
      encoding: layout.encoding,
      delimiter: layout.delimiter,
      sheets: file.sheets.map(({ name, rows, head }) => ({
        name,
        rows,
        head: head.slice(0, SHOWN).map(({ at, isHidden, cells }) => ({ at, isHidden, cells: [...cells] })),
      })),
      columns: columns.map(({ at, header, field }) => ({
        at,
        header,
        field: field ?? '',
        sample: firstUnder(sheet, layout.header, at),
      })),
    };
  }),
  implementRoute(mapCall(paper), async (input, { app, actor }) => {
    const { where } = assertMayImport(actor, paper);
    const batch = await batchOf(app, actor, paper, input.batch);
    const seen = visibleTo(actor.person, paper);
    const place = { app, actor, paper, where };
    const { version } = input;
    const wanted = input.columns?.map(({ at, field }) => ({ at, field: field ?? null })) ?? [];
    const isNew = [input.sheet, input.header, input.height, input.hidden].some((one) => !absent(one));
    if (!isNew && batch.state !== 'matching') {
      const columns = matchedColumns(seen, batch.columns, wanted);
      return { batch: batch.id, job: await checkAgain(place, batch, { from: 'rows' }, { columns, version }) };
    }
    const { file, now } = await fileOf(app, actor, batch);
    const read = await sentLayout(app, actor, seen, { file, now, sent: input });
    assertRows(file, read);
    const { layout, total } = read;
    if (layout.hiddenRows > 0 && !layout.hidden) throw refuse.hiddenUnanswered({ hidden: layout.hiddenRows });
    const columns = matchedColumns(seen, await columnsOf(app, actor, seen, batch, { file, read }), wanted);
    if (!(await isSpooled(app, batch.id))) throw refuse.sheetGone();
    const job = await checkAgain(place, batch, { from: 'sheet' }, { columns, layout, total, version });
    return { batch: batch.id, job };
  }),
];
