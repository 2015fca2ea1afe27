import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { rate } from '#kernel/fields/rate/rate.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { crewRole } from '../dictionaries.ts';
import { dispatchRights } from '../rights.rules.ts';
import { ownJobs } from '#business/masterdata/own-jobs.rules.ts';

/**
 * A member of the crew of a dispatch form, with a share of its piecework. Of the current members exactly one is the
 * lead, and their shares sum to 1.
 */
export const crewMember = paper('crewMember', {
  title: ['派工明细', 'Crew'],
  plural: 'Crew members',
  table: 'asdispatchformdetails',
  path: 'blade-maintenance/webApi/asdispatchformdetails',
  rights: dispatchRights,
  team: { through: 'dispId', paper: 'dispatchForm' },
  mine: ownJobs('dispId'),
  caption: 'technicianName',
  hint: ['crewRole'],
  search: ['technicianName'],
  fields: {
    dispId: ref('dispatchForm', ['派工单', 'Dispatch order'], { required: true, filter: 'exact' }),
    technicianId: ref('technician', ['技师', 'Technician'], { required: true, list: true, filter: 'exact' }),
    technicianName: text(['姓名', 'Name'], { auto: true, list: true, filter: 'like', max: 64 }),
    crewRole: dict(crewRole, ['角色', 'Crew role'], { required: true, list: true, filter: 'exact', initial: 'assist' }),
    shareRatio: rate(['计件占比', 'Wage share'], {
      list: true,
      help: [
        '协助人员所得的部分，如 0.3，不填按公司默认；其余归主修',
        'What an assistant gets, e.g. 0.3; empty: as the company sets it; the lead gets the rest',
      ],
    }),
    workHours: quantity(['工时（时）', 'Hours'], { list: true }),
    // Beyond the design document: why a member joins an open visit in spite of a soft conflict.
    forceReason: text(['强制原因', 'Why forced'], {
      max: 255,
      wide: true,
      help: ['与其日程冲突仍要加入时填写', 'Why this technician joins in spite of a conflict'],
    }),
    joinTime: moment(['加入时间', 'Joined'], { auto: true, list: true }),
    leaveTime: moment(['退出时间', 'Left'], { auto: true }),
    isCurrent: flag(['当前有效', 'Current'], { auto: true, list: true, filter: 'exact' }),
  },
  card: ['technicianName', 'crewRole', 'shareRatio', 'isCurrent'],
});
