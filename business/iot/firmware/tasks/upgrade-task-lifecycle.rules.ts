import { text } from '#kernel/fields/text/text.ts';
import { lifecycle } from '#kernel/language/lifecycle.ts';
import { iotTaskStatus } from '../../commands/dictionaries.ts';

const roles = ['as_iot'];

/** The lifecycle of an upgrade task. The engine moves it by its batches, gates and failures. */
export const upgradeTaskLifecycle = lifecycle({
  field: 'taskStatus',
  states: iotTaskStatus,
  // Only instructions of high risk, which share the dictionary, wait for an approval.
  unused: ['review'],
  actions: {
    run: {
      label: ['执行', 'Run'],
      from: ['draft'],
      to: 'running',
      or: ['scheduled'],
      roles,
      call: { path: 'run' },
      said: ['已开始', 'Begun'],
      icon: 'play',
      prominent: true,
      batch: false,
    },
    // A verb of its own: two people who run a planned draft at once must not begin it before its time.
    runNow: {
      label: ['立即执行', 'Run now'],
      from: ['scheduled'],
      to: 'running',
      roles,
      call: { path: 'run' },
      confirm: ['不等计划时间，立即开始升级', 'Begin now, before the planned time?'],
      said: ['已开始', 'Begun'],
      icon: 'play',
      prominent: true,
      batch: false,
    },
    pause: {
      label: ['暂停', 'Pause'],
      from: ['running'],
      to: 'paused',
      roles,
      said: ['已暂停', 'Paused'],
      icon: 'pause',
      batch: false,
    },
    resume: {
      label: ['继续', 'Continue'],
      from: ['paused'],
      to: 'running',
      roles,
      said: ['已继续', 'Continued'],
      icon: 'play',
      prominent: true,
      batch: false,
    },
    nextBatch: {
      label: ['下一批', 'Next batch'],
      from: ['running', 'paused'],
      to: 'running',
      roles,
      call: { path: 'next-batch' },
      asks: {
        note: text(['放行原因', 'Why the gates are passed'], {
          max: 200,
          wide: true,
        }),
      },
      said: ['下一批已放行', 'The next batch begins'],
      icon: 'play',
      batch: false,
    },
    cancel: {
      label: ['取消', 'Cancel'],
      from: ['scheduled', 'running', 'paused'],
      to: 'canceled',
      roles,
      confirm: ['未开始下载的设备不再升级', 'Devices that have not begun to download are recalled'],
      said: ['已取消', 'Cancelled'],
      icon: 'circle-x',
      danger: true,
      batch: false,
    },
  },
  moves: [
    ['*', 'draft', 'add'],
    ['scheduled', 'running', 'due'],
    ['running', 'paused', 'gate'],
    ['running', 'completed', 'finished'],
    ['running', 'aborted', 'failures'],
    ['scheduled', 'aborted', 'revoked'],
    ['running', 'aborted', 'revoked'],
    ['paused', 'aborted', 'revoked'],
    ['running', 'canceled', 'expired'],
    ['paused', 'canceled', 'expired'],
    ['scheduled', 'canceled', 'expired'],
    ['completed', 'running', 'retry'],
  ],
  editable: { draft: 'all' },
  removable: ['draft'],
  ends: ['completed', 'canceled', 'aborted'],
});
