import { flag } from '#kernel/fields/flag/flag.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { person } from '#kernel/fields/person/person.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { absenceRights } from '../rights.rules.ts';

/** A period in which an account is absent: new tasks then go to its substitute. */
export const absence = paper('absence', {
  title: ['外出委托', 'Absence'],
  table: 'wf_delegation',
  path: 'blade-flow/absence',
  rights: absenceRights,
  sight: 'scoped',
  self: 'userId',
  caption: 'reason',
  hint: ['userId', 'startTime'],
  search: ['reason'],
  fields: {
    userId: person(['外出人', 'Absent'], { required: true, list: true, filter: 'exact' }),
    delegateId: person(['代理人', 'Stands in'], { required: true, list: true, filter: 'exact' }),
    startTime: moment(['开始时间', 'From'], { required: true, list: true, filter: 'range' }),
    endTime: moment(['结束时间', 'To'], { required: true, list: true, filter: 'range' }),
    reason: text(['说明', 'Reason'], { required: true, list: true, max: 255, wide: true }),
    enabled: flag(['启用', 'Switched on'], { list: true, filter: 'exact', initial: true }),
  },
  card: ['userId', 'delegateId', 'startTime', 'endTime', 'enabled'],
  menu: { group: 'flow', icon: 'user', path: '/flow/absence', sort: 50 },
});
