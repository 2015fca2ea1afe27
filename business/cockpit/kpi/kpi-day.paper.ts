import { day } from '#kernel/fields/day/day.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { repairType } from '#business/masterdata/dictionaries.ts';
import { customerServiceTeam } from '#business/system/dictionaries.ts';

/**
 * The sums of one figure on one day for a team, a technician and a system; empty text and 0 mean none. Only the cockpit
 * reads these rows, and checks for each figure whether the reader may see its sources.
 */
export const kpiDay = paper('kpiDay', {
  title: ['每日指标', 'Daily figure'],
  table: 'as_kpi_day',
  path: 'blade-maintenance/kpi',
  rights: { read: [] },
  buttons: {
    look: {
      label: ['经营指标', 'Figures of the business'],
      roles: ['as_leader', 'as_finance', 'as_manager', 'as_admin'],
    },
  },
  under: 'cockpit',
  team: { field: 'team' },
  readOnly: true,
  caption: 'metric',
  hint: ['day', 'team'],
  order: { by: 'day', down: true },
  uniques: [['day', 'metric', 'team', 'technicianId', 'repairType']],
  fields: {
    day: day(['日期', 'Day'], { auto: true, list: true, filter: 'range' }),
    // The name under which a figure is stored, or `day` for the mark that a day was counted.
    metric: text(['指标', 'Figure'], { auto: true, list: true, filter: 'exact', max: 64 }),
    team: dict(customerServiceTeam, ['班组', 'Team'], { auto: true, list: true, filter: 'exact' }),
    technicianId: id(['技师', 'Technician'], { auto: true, filter: 'exact' }),
    repairType: dict(repairType, ['系统类别', 'System'], { auto: true, list: true, filter: 'exact' }),
    num: quantity(['数值', 'Value'], { auto: true, list: true, min: 'any' }),
    den: quantity(['基数', 'Out of'], { auto: true, list: true, min: 'any' }),
    // Numbers of rows by bin, such as `8:3,9:5`: by hour (orders), by age in days (backlog), or in total.
    bins: text(['分布', 'Distribution'], {
      auto: true,
      max: 500,
      help: ['组:数，逗号分隔', 'group:number, by commas'],
    }),
  },
  card: ['day', 'metric', 'team', 'num'],
});
