import { type Label, labelIn } from '#kernel/language/label.ts';
import { type CellType, type Reading, RowWriter, type WorkbookSheet } from '#kernel/server';
import { GUESS_WORDS } from './guess-words.rules.ts';
import type { ShownDifference } from '../cockpit/cockpit.calls.ts';
import { comparisonOf } from './comparison.server.ts';

const MAX_ROWS = 5000;

interface Column {
  readonly label: Label;
  readonly type: CellType;
  readonly width: number;
  /** Left out for readers without the right to costs. */ readonly isCost?: true;
  readonly of: (row: ShownDifference) => string | Label;
}

const columns: readonly Column[] = [
  { label: ['SAP仓库', 'SAP warehouse'], type: 'text', width: 12, of: (row) => row.whsCode },
  { label: ['物料编码', 'Material code'], type: 'text', width: 18, of: (row) => row.itemCode },
  { label: ['物料名称', 'Material name'], type: 'text', width: 28, of: (row) => row.itemName },
  { label: ['我方', 'Ours'], type: 'number', width: 12, of: (row) => row.ours },
  { label: ['SAP', 'SAP'], type: 'number', width: 12, of: (row) => row.sap },
  { label: ['在途', 'In flight'], type: 'number', width: 12, of: (row) => row.inFlight },
  { label: ['差异', 'Difference'], type: 'number', width: 12, of: (row) => row.delta },
  { label: ['差额（元）', 'Value (CNY)'], type: 'number', width: 14, isCost: true, of: (row) => row.amount ?? '' },
  { label: ['猜测', 'Likely cause'], type: 'text', width: 14, of: (row) => GUESS_WORDS[row.guess] },
  { label: ['为什么', 'Why'], type: 'text', width: 44, of: (row) => row.sentence },
  { label: ['上次一致', 'Last equal night'], type: 'day', width: 12, of: (row) => row.equalDay ?? '' },
];

/** Return a workbook of the differences as the page shows them; levelled ones are at the end. */
export async function bookOfDifferences(
  _sent: object,
  reading: Reading,
): Promise<{ readonly name: string; readonly sheets: readonly WorkbookSheet[] }> {
  const t = (label: string | Label): string => (typeof label === 'string' ? label : labelIn(label, reading.language));
  const { found } = await comparisonOf(reading, MAX_ROWS);
  const shown = columns.filter(({ isCost }) => !isCost || found.figures.amount !== undefined);
  const writer = new RowWriter(shown.map((column) => column.type));
  function* written(): Generator<string> {
    for (const row of [...found.rows, ...found.levelled]) yield writer.xml(shown.map((column) => t(column.of(row))));
  }
  return {
    name: `${t(['SAP差异', 'Differences to SAP'])}_${reading.today()}.xlsx`,
    sheets: [
      {
        name: t(['SAP差异', 'Differences to SAP']),
        header: shown.map((column) => t(column.label)),
        widths: shown.map((column) => column.width),
        rows: written(),
      },
    ],
  };
}
