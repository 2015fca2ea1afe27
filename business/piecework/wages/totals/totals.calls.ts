import { pageNumber, pageSize } from '#kernel/fields/integer/paging.ts';
import { money } from '#kernel/fields/money/money.ts';
import { calendar, call, filters } from '#kernel/language/calls/call.ts';
import {
  type AnswerOf,
  anyNumber,
  anyText,
  either,
  fileAnswer,
  list,
  nullable,
  of,
  page,
  record,
} from '#kernel/language/calls/shape.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { piece } from '../../pieces/piece.paper.ts';
import { wageLine } from '../wage-line.paper.ts';
import { wagePeriod } from '../wage-period.paper.ts';
import { wageSheet } from '../wage-sheet.paper.ts';

const below = 'blade-maintenance/webApi/aspieceworkwages';
const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Filters of the wage pages: those of pay lines, and further ones that the line's behaviour adds. */
const ofLines = filters(wageLine, {
  receiptsType: piece.fields.receiptsType,
  deptId: technician.fields.deptId,
  customerServiceTeam: technician.fields.customerServiceTeam,
});
const paged = { current: pageNumber(), size: pageSize(10, 1000) };

const {
  baseAmount,
  pieceAmount,
  allowanceAmount,
  marketingAmount,
  bonusAmount,
  penaltyAmount,
  carryAmount,
  minWageTopUp,
  totalAmount,
} = wageSheet.fields;
/** The columns of a sheet that are amounts, in the order of the table. */
const columns = {
  baseAmount,
  pieceAmount,
  allowanceAmount,
  marketingAmount,
  bonusAmount,
  penaltyAmount,
  carryAmount,
  minWageTopUp,
  totalAmount,
};

/** The sums of one technician's lines in a period. */
const ofPerson = record({
  wagePeriod: anyText,
  technicianId: anyText,
  technicianName: wageSheet.fields.technicianName,
  deptId: wageSheet.fields.deptId,
  customerServiceTeam: wageSheet.fields.customerServiceTeam,
  ...columns,
  lineCount: anyNumber,
  pieceCount: anyNumber,
  wageSheetId: nullable(anyText),
  wageNo: anyText,
  wageStatus: wageSheet.fields.wageStatus,
  periodStatus: wagePeriod.fields.periodStatus,
  sendTime: nullable(anyText),
  signTime: nullable(anyText),
});

/** The sums of a team, without any person's wages. */
const ofTeam = record({
  wagePeriod: anyText,
  customerServiceTeam: wageSheet.fields.customerServiceTeam,
  technicianCount: anyNumber,
  ...columns,
});

export const wageTotals = call(wageSheet, `${below}/totalWagesPage`, {
  method: 'GET',
  needs: 'person',
  title: ['工资汇总', 'Pay totals per technician'],
  query: { ...paged, filters: ofLines },
  answer: page(either(ofPerson, ofTeam)),
});

export const technicianRanking = call(wageSheet, `${below}/technicianTotalList`, {
  method: 'GET',
  needs: 'person',
  title: ['技师计件排行', 'Ranking of technicians'],
  query: { from: calendar(['从', 'From'], ['day', 'month']), to: calendar(['到', 'To'], ['day', 'month']) },
  answer: list(
    record({
      technicianId: anyText,
      technicianName: wageSheet.fields.technicianName,
      customerServiceTeam: wageSheet.fields.customerServiceTeam,
      pieces: anyNumber,
      minutes: anyText,
      hours: anyText,
      money: money(['金额', 'Amount'], { min: 'any' }),
      amount: money(['金额', 'Amount'], { min: 'any' }),
      perHour: money(['每小时', 'An hour'], { min: 'any' }),
      rank: anyNumber,
    }),
  ),
});

/** Returns the pay lines behind the totals. */
export const linesOfTotals = call(wageLine, `${below}/detailedWagesPage`, {
  method: 'GET',
  needs: 'view',
  title: ['工资明细', 'Pay lines'],
  query: { ...paged, filters: ofLines },
  answer: page(of(wageLine)),
});

export const totalsWorkbook = call(wageSheet, `${below}/export-totalWagesPageExcel`, {
  method: 'POST',
  needs: 'export',
  title: ['工资汇总导出', 'Pay totals as a workbook'],
  body: { filters: ofLines },
  answer: fileAnswer(WORKBOOK),
});

/** Returns totals, lines, flags and processes in one workbook. The misspelt path is the one that clients call. */
export const mergedWorkbook = call(wageSheet, `${below}/export-AsPiceWorkMergeExcel`, {
  method: 'POST',
  needs: 'export',
  title: ['计件工资合并导出', 'Merged pay workbook'],
  body: { filters: ofLines },
  answer: fileAnswer(WORKBOOK),
});

export type PeriodTotal = AnswerOf<typeof ofPerson>;
export type TeamTotal = AnswerOf<typeof ofTeam>;
