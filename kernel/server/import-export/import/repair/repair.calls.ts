import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call, exactText, lines, several } from '#kernel/language/calls/call.ts';
import { anyNumber, anyText, list, optional, record, yesOrNo } from '#kernel/language/calls/shape.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';

/** Maximum number of repairs, and of rows, in one call. */
const MAX_REPAIRS = 50;
const MAX_ROWS = 200;
/** Maximum length of a cell that is typed by hand. */
const LONGEST_CELL = 4000;

const batch = id(['导入批次', 'Import'], { required: true });
const field = text(['字段', 'Field'], { required: true, max: 64 });
const rowNumber = integer(['行', 'Row'], { required: true, min: '1', max: 10_000_000 });
const reason = text(['拒绝原因', 'Reason'], { max: 64 });

const matches = list(record({ text: anyText, hint: anyText }));

/** Return proposals for an unknown cell, and the number of other rows with the same text. */
export const nearestCall = (paper: AnyPaper) =>
  call(paper, 'import/nearest', {
    method: 'GET',
    needs: 'import',
    title: [`${paper.title[0]}：相近的值`, `${paper.title[1]}: nearest matches`],
    query: { batch, field, typed: exactText(['填写的内容', 'What was typed'], { most: LONGEST_CELL }) },
    answer: record({ same: anyNumber, isSure: yesOrNo, matches }),
  });

/** Return the different cells refused for one reason, the most frequent first, each with proposals. */
export const mistakesCall = (paper: AnyPaper) =>
  call(paper, 'import/mistakes', {
    method: 'GET',
    needs: 'import',
    title: [`${paper.title[0]}：同类错误`, `${paper.title[1]}: mistakes of one kind`],
    query: { batch, reason },
    answer: record({
      field: anyText,
      rows: anyNumber,
      cells: list(record({ typed: anyText, count: anyNumber, isSure: yesOrNo, matches })),
    }),
  });

/**
 * Repair cells of a checked sheet: that of one row, or those of all refused rows with the same text. Leave rows out, or
 * include them again. Only affected rows are checked again; more than a few of them by a job.
 */
export const repairCall = (paper: AnyPaper) =>
  call(paper, 'import/repair', {
    method: 'POST',
    needs: 'import',
    title: [`${paper.title[0]}：修正导入数据`, `${paper.title[1]}: repair an import`],
    body: {
      batch,
      repairs: lines(
        ['修正', 'Repairs'],
        {
          field,
          row: integer(['行', 'Row; without it every refused row that reads the same'], { min: '1', max: 10_000_000 }),
          from: exactText(['原来的内容', 'What was typed'], { most: LONGEST_CELL }),
          to: exactText(['改为', 'What it shall be'], { most: LONGEST_CELL }),
        },
        { most: MAX_REPAIRS },
      ),
      leaveOut: several(['不导入的行', 'Rows to leave out'], rowNumber, { most: MAX_ROWS }),
      takeIn: several(['恢复导入的行', 'Rows to take in again'], rowNumber, { most: MAX_ROWS }),
      firstOnly: flag(['重复的行只留第一行', 'Of duplicates in the sheet keep the first']),
    },
    answer: record({ changed: anyNumber, job: optional(anyText) }),
  });
