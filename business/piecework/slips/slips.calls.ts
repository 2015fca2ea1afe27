import { dict } from '#kernel/fields/dict/dict.ts';
import { money } from '#kernel/fields/money/money.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call } from '#kernel/language/calls/call.ts';
import { type AnswerOf, anyNumber, anyText, list, of, record } from '#kernel/language/calls/shape.ts';
import { wageLineType } from '../dictionaries.ts';
import { wageSheet } from '../wages/wage-sheet.paper.ts';

const amount = money(['金额', 'Amount'], { required: true, min: 'any' });

/** The pieces of one process on a sheet: their number and sum. */
const byProcess = record({ sheetId: anyText, name: anyText, count: anyNumber, amount });
/**
 * The lines of a sheet that pay no piece, by item and reason: their number and sum. `reason` is empty except for
 * deductions.
 */
const byItem = record({
  sheetId: anyText,
  item: dict(wageLineType, ['项目', 'Item'], { required: true }),
  reason: anyText,
  count: anyNumber,
  amount,
});

/** One sheet by its id, or all of a period (`2026-11`). */
const which = { id: text(['工资单或期间', 'Sheet or period'], { required: true, max: 20 }) };

export const printSlips = call(wageSheet, 'printDetailsById', {
  method: 'GET',
  needs: 'view',
  title: ['工资条打印内容', 'Content of printed payslips'],
  query: which,
  answer: record({ company: anyText, sheets: list(of(wageSheet)), processes: list(byProcess), items: list(byItem) }),
});

export const countSlips = call(wageSheet, 'updatePrintById', {
  method: 'POST',
  needs: 'view',
  title: ['记录打印', 'Count printed payslips'],
  body: which,
  answer: record({ count: anyNumber }),
});

export type ByProcess = AnswerOf<typeof byProcess>;
export type ByItem = AnswerOf<typeof byItem>;
export type SlipRow = AnswerOf<typeof printSlips>['sheets'][number];
