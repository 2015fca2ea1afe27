import { integer } from '#kernel/fields/integer/integer.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call, choiceOf, lines } from '#kernel/language/calls/call.ts';
import { anyNumber, anyText, list, record, yesOrNo } from '#kernel/language/calls/shape.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';

const batch = id(['导入批次', 'Import'], { required: true });
const place = {
  sheet: integer(['第几张工作表，从 0 数', 'Place of the sheet, from 0'], { min: '0', max: 100 }),
  header: integer(['表头在第几行', 'Row of the header'], { min: '1', max: 10_000_000 }),
  height: integer(['表头占几行', 'Rows of the header'], { min: '1', max: 2 }),
};

/** Return the first rows of each sheet, and the columns of a header: the chosen one, or the one that is sent. */
export const layoutCall = (paper: AnyPaper) =>
  call(paper, 'import/layout', {
    method: 'GET',
    needs: 'import',
    title: [`${paper.title[0]}：表头与列`, `${paper.title[1]}: header and columns`],
    query: { batch, ...place },
    answer: record({
      version: anyNumber,
      sheet: anyNumber,
      header: anyNumber,
      height: anyNumber,
      total: anyNumber,
      hidden: anyText,
      hiddenRows: anyNumber,
      isFiltered: yesOrNo,
      encoding: anyText,
      delimiter: anyText,
      sheets: list(
        record({
          name: anyText,
          rows: anyNumber,
          head: list(record({ at: anyNumber, isHidden: yesOrNo, cells: list(anyText) })),
        }),
      ),
      columns: list(record({ at: anyNumber, header: anyText, field: anyText, sample: anyText })),
    }),
  });

/**
 * Choose the sheet, the header, the field of each column and whether hidden rows are imported, and check all rows
 * again. Absent parts are unchanged. The columns are remembered for the next sheet with the same headers.
 */
export const mapCall = (paper: AnyPaper) =>
  call(paper, 'import/map', {
    method: 'POST',
    needs: 'import',
    title: [`${paper.title[0]}：调整对应列`, `${paper.title[1]}: match columns`],
    body: {
      batch,
      version: integer(['版本', 'Version'], { min: '0', max: 1_000_000_000 }),
      ...place,
      hidden: choiceOf(['隐藏的行', 'Hidden rows'], ['in', 'out']),
      columns: lines(
        ['列', 'Columns'],
        {
          at: integer(['第几列', 'Place, from 0'], { required: true, min: '0', max: 10_000 }),
          field: text(['字段，空为不导入', 'Field; empty = not imported'], { max: 64 }),
        },
        { most: 500 },
      ),
    },
    answer: record({ batch: anyText, job: anyText }),
  });
