import { dict } from '#kernel/fields/dict/dict.ts';
import { files } from '#kernel/fields/file/file.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { longText } from '#kernel/fields/long-text/long-text.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { place } from '#kernel/fields/place/place.ts';
import { text } from '#kernel/fields/text/text.ts';
import { lifecycle } from '#kernel/language/lifecycle.ts';
import { refuseReason, taskStatus, visitResult } from '../dictionaries.ts';

const hands = ['as_technician', 'as_dispatcher', 'as_leader'];
/**
 * Input of a step: the time by the phone, which also stops SLA clocks. `reason` is needed for a step on behalf of the
 * technician.
 */
const at = moment(['手机时间', 'Time by the phone’s clock']);
const reason = text(['说明（代办须填）', 'Note (required on behalf of others)'], { max: 500, wide: true });
/** Inputs that prove that nobody was at home. */
const closedDoor = {
  callAttempts: integer(['电话联系次数', 'Calls tried'], {
    max: 99,
    help: ['客户不在时填写', 'Where nobody was at home'],
  }),
  doorPhotos: files(['门口照片', 'Photos of the door'], {
    help: ['客户不在时至少一张', 'At least one where nobody was at home'],
  }),
} as const;
const must = text(['原因', 'Reason'], { required: true, max: 500, wide: true });

/** Lifecycle of a visit. The technician takes each step, or another person with a reason. */
export const visitLifecycle = lifecycle({
  field: 'taskStatus',
  states: taskStatus,
  actions: {
    save: {
      label: ['排任务', 'Plan a visit'],
      from: ['*'],
      to: 'pendingAccept',
      roles: ['as_dispatcher'],
      icon: 'file-text',
    },
    accept: {
      label: ['接单', 'Accept'],
      from: ['pendingAccept'],
      to: 'accepted',
      roles: hands,
      asks: { at, reason },
      said: ['已接单', 'Accepted'],
      icon: 'check',
      prominent: true,
      batch: false,
    },
    refuse: {
      label: ['拒单', 'Refuse'],
      from: ['pendingAccept'],
      to: 'refused',
      roles: hands,
      asks: { refuseReason: dict(refuseReason, ['拒单原因', 'Refusal reason']), reason: must, at },
      said: ['已拒单', 'Refused'],
      icon: 'x',
      danger: true,
      batch: false,
    },
    appoint: {
      label: ['预约', 'Appoint'],
      from: ['accepted', 'appointed'],
      to: 'appointed',
      roles: [...hands, 'as_cs'],
      asks: {
        from: moment(['预约开始', 'From'], { required: true }),
        to: moment(['预约结束', 'To'], { required: true }),
        at,
        reason,
      },
      said: ['已预约，客户会收到短信', 'Appointed; the customer is told'],
      icon: 'calendar-check',
      prominent: true,
      batch: false,
    },
    depart: {
      label: ['出发', 'Set off'],
      from: ['accepted', 'appointed'],
      to: 'traveling',
      roles: hands,
      asks: { at, reason },
      said: ['已出发，客户会收到短信', 'On the way; the customer is told'],
      icon: 'car',
      prominent: true,
      batch: false,
    },
    arrive: {
      label: ['到达', 'Arrive'],
      from: ['accepted', 'appointed', 'traveling'],
      to: 'working',
      roles: hands,
      asks: { location: place(['当前位置', 'Position']), at, reason },
      said: ['已到达', 'Arrived'],
      icon: 'map-pin',
      prominent: true,
      batch: false,
    },
    pause: {
      label: ['暂停', 'Pause'],
      from: ['working'],
      to: 'paused',
      roles: hands,
      asks: { reason: must, at },
      said: ['已暂停', 'Paused'],
      icon: 'pause',
      batch: false,
    },
    resume: {
      label: ['继续', 'Go on'],
      from: ['paused'],
      to: 'working',
      roles: hands,
      asks: { at, reason },
      said: ['已继续', 'Going on'],
      icon: 'play',
      prominent: true,
      batch: false,
    },
    finish: {
      label: ['完成', 'Finish'],
      from: ['accepted', 'appointed', 'traveling', 'working', 'paused'],
      to: 'finished',
      // The result of the visit decides between `finished` and `partial`.
      or: ['partial'],
      roles: hands,
      asks: {
        visitResult: dict(visitResult, ['上门结果', 'Result'], { required: true, example: 'done' }),
        resultNote: longText(['结果说明', 'Result note'], { max: 500 }),
        ...closedDoor,
        at,
        reason,
      },
      said: ['已完成', 'Finished'],
      icon: 'flag',
      batch: false,
    },
    confirm: {
      label: ['确认', 'Confirm'],
      from: ['finished', 'partial'],
      to: 'confirmed',
      roles: ['as_leader', 'as_manager'],
      judges: { of: 'work' },
      call: { path: 'confirm', by: 'pass', action: 'true' },
      said: ['已确认', 'Confirmed'],
      icon: 'check',
      prominent: true,
    },
    sendBack: {
      label: ['退回重填', 'Send back'],
      from: ['finished', 'partial'],
      // Sending back does not change the state.
      to: 'finished',
      or: ['partial'],
      roles: ['as_leader', 'as_manager'],
      judges: { of: 'work' },
      call: { path: 'confirm', by: 'pass', action: 'false' },
      asks: { reason: must },
      said: ['已退回重填', 'Sent back'],
      icon: 'undo-2',
      danger: true,
      batch: false,
    },
    backToPool: {
      label: ['退回工单池', 'Back to the pool'],
      from: ['pendingAccept', 'accepted', 'appointed'],
      to: 'recalled',
      roles: ['as_dispatcher', 'as_leader'],
      call: { path: 'submit', action: 'backToPool' },
      asks: { reason: must },
      said: ['已退回工单池', 'Back in the pool'],
      icon: 'rotate-ccw',
      batch: false,
    },
    cancel: {
      label: ['取消', 'Cancel'],
      from: ['pendingAccept', 'accepted', 'appointed'],
      to: 'cancelled',
      roles: ['as_dispatcher', 'as_cs'],
      call: { path: 'submit', action: 'cancel' },
      asks: { reason: must },
      said: ['已取消', 'Cancelled'],
      icon: 'ban',
      danger: true,
      batch: false,
    },
  },
  moves: [
    ['pendingAccept', 'recalled', 'timeout'],
    ['pendingAccept', 'recalled', 'backToPool'],
    ['accepted', 'recalled', 'backToPool'],
    ['appointed', 'recalled', 'backToPool'],
    ['appointed', 'accepted', 'moved'],
    ['pendingAccept', 'transferred', 'updateUser'],
    ['accepted', 'transferred', 'updateUser'],
    ['appointed', 'transferred', 'updateUser'],
    ['traveling', 'transferred', 'updateUser'],
    ['working', 'transferred', 'updateUser'],
    ['paused', 'transferred', 'updateUser'],
    ['working', 'finished', 'batchSave'],
    ['paused', 'finished', 'batchSave'],
    ['accepted', 'finished', 'batchSave'],
    ['appointed', 'finished', 'batchSave'],
    ['working', 'partial', 'batchSave'],
    ['paused', 'partial', 'batchSave'],
    ['accepted', 'partial', 'finish'],
    ['appointed', 'partial', 'finish'],
    ['traveling', 'partial', 'finish'],
    ['pendingAccept', 'cancelled', 'mirror'],
    ['accepted', 'cancelled', 'mirror'],
    ['appointed', 'cancelled', 'mirror'],
    ['finished', 'confirmed', 'confirm'],
    ['partial', 'confirmed', 'confirm'],
  ],
  editable: {
    pendingAccept: ['planStart', 'planEnd', 'lockType', 'documents'],
    accepted: ['planStart', 'planEnd', 'lockType', 'documents'],
    appointed: ['planStart', 'planEnd', 'lockType', 'documents'],
    traveling: ['documents'],
    working: ['documents'],
    paused: ['documents'],
    finished: ['documents'],
    partial: ['documents'],
  },
  removable: ['pendingAccept'],
  ends: ['refused', 'recalled', 'transferred', 'confirmed', 'cancelled'],
});
