import type { Room } from '#kernel/language/room.ts';
import * as dictionaries from './dictionaries.ts';
import { dispatchForm } from './dispatch-form/dispatch-form.paper.ts';
import { crewMember } from './crew/crew-member.paper.ts';
import { visit } from './visit/visit.paper.ts';
import { visitFile } from './visit/files/visit-file.paper.ts';
import { occupancy } from './occupancy/occupancy.paper.ts';
import { delay } from './delay/delay.paper.ts';

/** Dispatch forms, crews, visits and delays. */
export default {
  name: 'dispatch',
  title: ['派工', 'Dispatch'],
  needs: ['system', 'masterdata', 'messaging', 'customers', 'materials', 'scheduling', 'intake'],
  load: 'frame',
  topMenu: 'maintenance',
  papers: [dispatchForm, crewMember, visit, visitFile, occupancy, delay],
  dictionaries: Object.values(dictionaries),
  groups: [{ code: 'dispatch', label: ['派工', 'Dispatch'], icon: 'send', sort: 30 }],
  pages: [
    {
      code: 'dispatch-board',
      label: ['派工看板', 'Dispatch board'],
      group: 'desk',
      icon: 'calendar-clock',
      path: '/maintenance/board',
      sort: 30,
      roles: ['as_dispatcher', 'as_leader', 'as_manager', 'as_admin'],
      wide: true,
    },
  ],
  parameters: [
    {
      key: 'as.dispatch.acceptMinutes',
      label: ['接单时限（工作分钟）', 'Working minutes to accept a visit'],
      initial: '30',
    },
    { key: 'as.dispatch.bufferMinutes', label: ['任务间缓冲（分）', 'Buffer between visits (min)'], initial: '15' },
    {
      key: 'as.dispatch.aheadDays',
      label: ['上门计划超过多少天须说明原因', 'Days ahead above which a planned visit asks for a reason'],
      initial: '60',
    },
    { key: 'as.dispatch.speedKmh', label: ['路途速度（公里/时）', 'Speed on the road (km/h)'], initial: '30' },
    {
      key: 'as.dispatch.weights',
      label: ['派工推荐权重', 'Weights of the suggestion'],
      initial: 'sla 25, travel 25, parts 15, skill 10, last 10, preference 5, load 5, pay 5',
    },
    {
      key: 'as.dispatch.assistShare',
      label: [
        '协助默认分配比例（可按单据类型，如 0.4, install 0.5）',
        'Default share of an assistant (by order type too: 0.4, install 0.5)',
      ],
      initial: '0.4',
    },
    {
      key: 'as.arrive.maxMetres',
      label: ['到达允许偏差（米）', 'Arrival distance above which a reason is asked (m)'],
      initial: '500',
    },
    {
      key: 'as.delay.dispatcherDays',
      label: ['派工员可批的延期天数', 'Longest delay a dispatcher may approve (days)'],
      initial: '3',
    },
  ],
} satisfies Room;
