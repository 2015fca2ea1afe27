import { lifecycle } from '#kernel/language/lifecycle.ts';
import { text } from '#kernel/fields/text/text.ts';
import { iotTaskStatus } from '../dictionaries.ts';
import { taskSenders } from '../rights.rules.ts';

/**
 * The lifecycle of a task. One of high risk begins in `review`, where another person approves it; any other begins as a
 * draft, or scheduled.
 */
export const taskLifecycle = lifecycle({
  field: 'taskStatus',
  states: iotTaskStatus,
  actions: {
    approve: {
      label: ['复核通过', 'Approve'],
      from: ['review'],
      to: 'running',
      or: ['scheduled'],
      roles: ['as_iot_lead'],
      judges: { of: 'paper' },
      call: { path: 'run' },
      confirm: ['通过后即向设备下发', 'Approve? The commands are then sent to the devices.'],
      said: ['已通过，开始下发', 'Approved, sending begins'],
      icon: 'check',
      prominent: true,
    },
    run: {
      label: ['执行', 'Run'],
      from: ['draft', 'scheduled'],
      to: 'running',
      roles: taskSenders,
      call: { path: 'run' },
      confirm: ['立即向设备下发', 'Send the commands to the devices now?'],
      said: ['开始下发', 'Sending begins'],
      icon: 'send',
      prominent: true,
    },
    pause: {
      label: ['暂停', 'Pause'],
      from: ['running'],
      to: 'paused',
      roles: taskSenders,
      said: ['已暂停，已下发的继续执行', 'Paused; commands that were sent go on'],
      icon: 'pause',
    },
    resume: {
      label: ['继续', 'Resume'],
      from: ['paused'],
      to: 'running',
      roles: taskSenders,
      said: ['已继续', 'Resumed'],
      icon: 'play',
      prominent: true,
    },
    cancel: {
      label: ['取消', 'Cancel'],
      from: ['draft', 'review', 'scheduled', 'running', 'paused'],
      to: 'canceled',
      roles: taskSenders,
      asks: { reason: text(['原因', 'Reason'], { max: 200, wide: true }) },
      confirm: ['未下发的指令不再下发', 'Cancel? Commands that were not sent are dropped.'],
      said: ['已取消', 'Canceled'],
      icon: 'x',
      danger: true,
    },
    retryFailed: {
      label: ['重试失败设备', 'Try failed devices again'],
      from: ['completed', 'running'],
      to: 'running',
      roles: taskSenders,
      call: { path: 'retry-failed' },
      said: ['已重新下发', 'Sent again'],
      icon: 'rotate-ccw',
    },
  },
  moves: [
    ['*', 'draft', 'add'],
    ['*', 'review', 'add'],
    ['*', 'scheduled', 'add'],
    ['scheduled', 'running', 'due'],
    ['scheduled', 'canceled', 'expire'],
    ['running', 'completed', 'done'],
    ['paused', 'completed', 'done'],
  ],
  ends: ['completed', 'canceled'],
  // Only upgrades of firmware, which share the dictionary, are aborted by their failures.
  unused: ['aborted'],
});
