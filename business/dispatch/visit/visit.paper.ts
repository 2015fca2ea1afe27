import { department } from '#kernel/fields/department/department.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { money } from '#kernel/fields/money/money.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { paperNumber } from '#kernel/fields/paper-number/paper-number.ts';
import { person } from '#kernel/fields/person/person.ts';
import { place } from '#kernel/fields/place/place.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { lockType, refuseReason, taskStatus, visitResult } from '../dictionaries.ts';
import { dispatchRights } from '../rights.rules.ts';
import { forcingInputs } from '../occupancy/forcing.rules.ts';
import { visitLifecycle } from './visit-lifecycle.rules.ts';
import { ownJobs, ownTechnician } from '#business/masterdata/own-jobs.rules.ts';

/** A visit of one technician to a customer, with one time window and one result. */
export const visit = paper('visit', {
  title: ['派工任务', 'Visit'],
  table: 'dispatchlist',
  path: 'blade-maintain/dispatchList',
  rights: dispatchRights,
  team: { through: 'dispId', paper: 'dispatchForm' },
  mine: ownJobs('dispId'),
  workers: [...ownJobs('dispId'), ...ownTechnician],
  caption: 'taskNo',
  hint: ['technicianId', 'planStart'],
  search: ['taskNo', 'resultNote'],
  lifecycle: visitLifecycle,
  extras: { send: flag(['下达', 'Send it to the technician']), ...forcingInputs },
  rising: ['planEnd', 'arriveTime', 'finishTime', 'confirmTime', 'sentTime'],
  fields: {
    taskNo: paperNumber(['任务号', 'Visit no.'], 'RW'),
    dispId: ref('dispatchForm', ['派工单', 'Dispatch order'], { required: true, filter: 'exact' }),
    registrationFormId: ref('registration', ['登记单', 'Work order'], { auto: true, filter: 'exact' }),
    visitSeq: integer(['第几次上门', 'Visit sequence'], { auto: true, list: true }),
    technicianId: ref('technician', ['技师', 'Technician'], { required: true, list: true, filter: 'exact' }),
    deptId: department(['部门', 'Department'], { auto: true, list: true, filter: 'exact' }),
    planStart: moment(['计划开始', 'Planned start'], { required: true, list: true, filter: 'range' }),
    planEnd: moment(['计划结束', 'Planned end'], { required: true, list: true, filter: 'range' }),
    appointFrom: moment(['预约开始', 'Appointed from'], { auto: true, list: true, filter: 'range' }),
    appointTo: moment(['预约结束', 'Appointed to'], { auto: true, list: true, filter: 'range' }),
    taskStatus: dict(taskStatus, ['任务状态', 'State'], { auto: true, required: true, list: true, filter: 'exact' }),
    isCurrent: flag(['当前任务', 'Current'], { auto: true, list: true, filter: 'exact' }),
    visitResult: dict(visitResult, ['上门结果', 'Result'], { needed: true, auto: true, list: true, filter: 'exact' }),
    resultNote: text(['结果说明', 'Result note'], { auto: true, max: 500, wide: true }),
    refuseReason: dict(refuseReason, ['拒单原因', 'Refusal reason'], { auto: true, filter: 'exact' }),
    acceptTime: moment(['接单时间', 'Accepted'], { auto: true, list: true }),
    appointTime: moment(['预约时间', 'Appointed at'], { auto: true }),
    departTime: moment(['出发时间', 'Departed'], { auto: true, list: true }),
    arriveTime: moment(['到达时间', 'Arrived'], { auto: true, list: true, filter: 'range' }),
    arriveLocation: place(['到达位置', 'Arrival position'], { auto: true }),
    arriveDistance: integer(['距目的地（米）', 'Distance from address (m)'], { auto: true }),
    finishTime: moment(['完成时间', 'Finished'], { auto: true, list: true, filter: 'range' }),
    travelMinutes: integer(['路途（分）', 'Travel min'], { auto: true, list: true }),
    workMinutes: integer(['作业（分）', 'Work min'], { auto: true, list: true }),
    pauseMinutes: integer(['暂停（分）', 'Pause min'], { auto: true }),
    completionId: ref('completion', ['完工单', 'Completion'], { auto: true, filter: 'exact' }),
    confirmUser: person(['确认人', 'Confirmed by'], { auto: true }),
    confirmTime: moment(['确认时间', 'Confirmed at'], { auto: true, list: true, filter: 'range' }),
    lockType: dict(lockType, ['排程锁定', 'Schedule lock'], { filter: 'exact', initial: 'none' }),
    forced: flag(['强制排程', 'Forced'], { auto: true, list: true, filter: 'exact' }),
    wishReason: text(['期望外原因', 'Why outside the wish'], { auto: true, max: 255, wide: true, isProductText: true }),
    forceReason: text(['强制原因', 'Why forced'], {
      auto: true,
      list: true,
      max: 255,
      wide: true,
      isProductText: true,
    }),
    sentTime: moment(['下发时间', 'Sent at'], { auto: true, list: true, filter: 'range' }),
    seenTime: moment(['查看时间', 'Seen at'], { auto: true }),
    // Fields beyond the design document: time to accept, calls and fee if nobody was at home, start of the pause, hash
    // of the acceptance code.
    acceptDue: moment(['接单截止', 'To accept by'], { auto: true, list: true, filter: 'range' }),
    callAttempts: integer(['电话联系次数', 'Calls tried'], { auto: true }),
    emptyRunFee: money(['空跑费', 'Empty-run fee'], {
      auto: true,
      help: ['下次完工时向客户收取', 'Asked from the customer with the next completion'],
    }),
    pausedAt: moment(['暂停于', 'Paused at'], { auto: true, filter: 'range' }),
    // Beyond the design document: when the work last resumed, because no later step may be before it.
    resumedAt: moment(['恢复时间', 'Went on at'], { auto: true }),
    codeHash: text(['验收码散列', 'Hash of the acceptance code'], { auto: true, secret: true, max: 128 }),
  },
  groups: [
    {
      label: ['任务', 'Visit'],
      fields: [
        'taskNo',
        'taskStatus',
        'dispId',
        'registrationFormId',
        'visitSeq',
        'isCurrent',
        'technicianId',
        'deptId',
      ],
    },
    {
      label: ['计划与预约', 'Plan and appointment'],
      fields: [
        'planStart',
        'planEnd',
        'appointFrom',
        'appointTo',
        'lockType',
        'forced',
        'forceReason',
        'wishReason',
        'sentTime',
        'seenTime',
        'acceptDue',
      ],
    },
    {
      label: ['执行', 'Progress'],
      fields: [
        'acceptTime',
        'appointTime',
        'departTime',
        'arriveTime',
        'arriveLocation',
        'arriveDistance',
        'finishTime',
        'travelMinutes',
        'workMinutes',
        'pauseMinutes',
        'pausedAt',
      ],
    },
    {
      label: ['结果', 'Result'],
      fields: [
        'visitResult',
        'resultNote',
        'callAttempts',
        'emptyRunFee',
        'refuseReason',
        'completionId',
        'confirmUser',
        'confirmTime',
      ],
    },
  ],
  shownWhen: {
    forceReason: { field: 'forced', is: [true] },
    refuseReason: { field: 'taskStatus', is: ['refused'] },
    callAttempts: { field: 'visitResult', is: ['noAccess'] },
    emptyRunFee: { field: 'visitResult', is: ['noAccess'] },
  },
  views: {
    toAccept: { label: ['待接单', 'To accept'], filter: { taskStatus: 'pendingAccept' }, worry: true },
    planned: { label: ['待上门', 'Upcoming'], filter: { taskStatus: 'accepted,appointed' } },
    underWay: { label: ['进行中', 'Under way'], filter: { taskStatus: 'traveling,working,paused' } },
    toConfirm: { label: ['待确认', 'To confirm'], filter: { taskStatus: 'finished,partial' } },
  },
  card: ['taskNo', 'taskStatus', 'technicianId', 'planStart', 'visitResult'],
  calendar: { from: 'planStart', to: 'planEnd' },
  menu: { group: 'dispatch', icon: 'map-pin', path: '/maintenance/dispatchlist', sort: 20 },
  buttons: {
    appointForAll: {
      label: ['代客户预约', 'Appoint for any technician'],
      roles: ['as_cs', 'as_dispatcher', 'as_leader'],
    },
  },
  logAs: 'task',
});
