import { type Label, labelIn } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { App } from '../../app.ts';
import type { Actor } from '../../session/actor.ts';
import { RowWriter, workbook } from '../sheet/workbook.ts';
import type { ImportBatch } from './batch.ts';

interface Refused {
  row: number;
  cells: string[];
  problems: { words: Label }[] | null;
}

const STEP = 1000;
/** Maximum number of cells behind the header that are written. */
const MAX_EXTRA = 50;

/**
 * Return the refused rows as a sheet, as they were uploaded, with the reasons and the row number in the last columns.
 * It can be corrected and uploaded again.
 */
export function refusedSheet(app: App, actor: Actor, paper: AnyPaper, batch: ImportBatch): AsyncGenerator<Buffer> {
  const english = actor.language === 'en';
  const places = batch.columns.map((column) => column.at);
  const width = batch.layout?.width ?? Number.POSITIVE_INFINITY;
  const extra = Array.from({ length: MAX_EXTRA }, () => 'text' as const);
  const writer = new RowWriter([...places.map(() => 'text' as const), 'text', 'number', ...extra]);
  async function* rows(): AsyncGenerator<string> {
    for (let last = 0; ;) {
      const found = await app.db.read(actor.tenancy, (sql) =>
        sql.query<Refused>(
          `select row, cells, problems from anju_import_row where tenant_id = $1 and batch = $2 and verdict = 'refused' and row > $3 order by row limit ${STEP}`,
          [actor.tenancy.tenantId, batch.id, last],
        ),
      );
      yield found
        .map(({ row, cells, problems }) =>
          writer.xml([
            ...places.map((at) => cells[at] ?? ''),
            (problems ?? []).map((one) => labelIn(one.words, actor.language)).join(english ? '; ' : ';'),
            String(row),
            // Cells behind the header are part of the fault, so they are still there when the sheet is uploaded again.
            ...cells.slice(width, width + MAX_EXTRA),
          ]),
        )
        .join('');
      if (found.length < STEP) return;
      last = found.at(-1)!.row;
    }
  }
  return workbook([
    {
      name: labelIn(paper.title, actor.language),
      header: [
        ...batch.columns.map((column) => column.header),
        english ? 'Why refused' : '拒绝原因',
        english ? 'Row' : '原行号',
      ],
      widths: [...places.map(() => 16), 40, 8],
      rows: rows(),
    },
  ]);
}
