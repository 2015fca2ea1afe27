import { day } from '#kernel/fields/day/day.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { calendarDayKind } from './dictionaries.ts';
import { standardRights } from '#business/masterdata/rights.rules.ts';

/** A day whose working time differs from its weekday: a holiday, a day of rest, or a make-up working day. */
export const calendarDay = paper('calendarDay', {
  title: ['工作日历', 'Business calendar'],
  plural: 'Business calendar',
  table: 'asbusinesscalendar',
  path: 'blade-maintenance/webApi/asbusinesscalendar',
  // HR writes the calendar too, since leave and wages depend on it.
  rights: { ...standardRights, write: [...(standardRights.write ?? []), 'as_hr'] },
  sight: 'shared',
  caption: 'calendarDate',
  hint: ['dayName'],
  search: ['dayName', 'remark'],
  order: { by: 'calendarDate', down: true },
  fields: {
    calendarDate: day(['日期', 'Date'], { required: true, unique: true, list: true, filter: 'range' }),
    dayKind: dict(calendarDayKind, ['日期类型', 'Kind of day'], { required: true, list: true, filter: 'exact' }),
    dayName: text(['名称', 'Name'], { list: true, filter: 'like', max: 64 }),
    remark: text(['备注', 'Remark'], { max: 255, wide: true }),
  },
  card: ['calendarDate', 'dayKind', 'dayName'],
  menu: { group: 'master', icon: 'calendar', path: '/maintenance/asbusinesscalendar', sort: 72 },
});
