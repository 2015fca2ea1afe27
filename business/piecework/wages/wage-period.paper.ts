import { day } from '#kernel/fields/day/day.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { money } from '#kernel/fields/money/money.ts';
import { person } from '#kernel/fields/person/person.ts';
import { text } from '#kernel/fields/text/text.ts';
import { type ReferenceStep, paper } from '#kernel/language/paper.ts';
import { wagePeriodStatus } from '../dictionaries.ts';
import { wageRights } from '../rights.rules.ts';
import { periodLifecycle } from './wage-lifecycles.rules.ts';

const sheets: ReferenceStep = { paper: 'wageSheet', at: 'wagePeriod', on: 'wagePeriod' };

/** A pay period, usually a month. Periods follow each other without a gap. */
export const wagePeriod = paper('wagePeriod', {
  title: ['工资期间', 'Pay period'],
  table: 'aswageperiod',
  path: 'blade-maintenance/webApi/aswageperiod',
  rights: wageRights,
  sight: 'shared',
  // The people whose work a period is about: the one who calculated its sheets, and those whom they pay.
  workers: [
    { steps: [sheets], person: 'createUser' },
    { steps: [sheets, { paper: 'technician', at: 'id', on: 'technicianId' }], person: 'userId' },
  ],
  caption: 'wagePeriod',
  hint: ['periodStatus'],
  search: ['wagePeriod'],
  readOnly: true,
  order: { by: 'wagePeriod', down: true },
  buttons: {
    simulate: { label: ['试算', 'Simulate prices'], roles: ['as_hr', 'as_manager', 'as_piece_auditor'] },
    periodOpen: { label: ['提前开期', 'Open the next period'], roles: ['as_hr'] },
  },
  lifecycle: periodLifecycle,
  fields: {
    wagePeriod: text(['工资期间', 'Pay period'], { required: true, unique: true, list: true, filter: 'exact', max: 7 }),
    startDate: day(['开始日期', 'From'], { required: true, list: true }),
    endDate: day(['截止日期', 'To'], { required: true, list: true }),
    periodStatus: dict(wagePeriodStatus, ['状态', 'State'], { auto: true, list: true, filter: 'exact' }),
    technicianCount: integer(['人数', 'People'], { auto: true, list: true }),
    totalAmount: money(['合计金额', 'Total'], { auto: true, list: true, min: 'any' }),
    closeUser: person(['关账人', 'Closed by'], { auto: true }),
    closeTime: moment(['关账时间', 'Closed at'], { auto: true, list: true, filter: 'range' }),
  },
  card: ['wagePeriod', 'periodStatus', 'technicianCount', 'totalAmount'],
  under: 'wage-period',
});
