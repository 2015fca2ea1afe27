import { text } from '#kernel/fields/text/text.ts';
import { lifecycle } from '#kernel/language/lifecycle.ts';
import { firmwareStatus } from '../dictionaries.ts';

/**
 * The lifecycle of firmware: tried on a few devices, released by another person, recalled if need be. Only released
 * firmware reaches other devices.
 */
export const firmwareLifecycle = lifecycle({
  field: 'firmwareStatus',
  states: firmwareStatus,
  actions: {
    verify: {
      label: ['验证', 'Verify'],
      from: ['draft', 'verify_failed'],
      to: 'verifying',
      roles: ['as_iot'],
      needs: ['fileId', 'verifyDeviceIds'],
      judges: false,
      said: ['开始验证', 'The trial begins'],
      icon: 'scan-line',
      prominent: true,
      batch: false,
    },
    release: {
      label: ['发布', 'Release'],
      from: ['verified'],
      to: 'released',
      roles: ['as_iot_lead'],
      judges: { of: 'paper' },
      confirm: ['发布后可以用于升级任务', 'Release this firmware? Upgrade tasks may then use it.'],
      said: ['已发布', 'Released'],
      icon: 'send',
      prominent: true,
      batch: false,
    },
    revoke: {
      label: ['撤回', 'Revoke'],
      from: ['verified', 'released'],
      to: 'revoked',
      roles: ['as_iot_lead'],
      judges: false,
      asks: { note: text(['原因', 'Reason'], { required: true, max: 200, wide: true }) },
      confirm: [
        '未开始下载的设备不再升级，执行中的任务熔断',
        'Devices that have not begun are recalled, tasks are aborted',
      ],
      said: ['已撤回', 'Revoked'],
      icon: 'undo-2',
      danger: true,
      batch: false,
    },
  },
  moves: [
    ['*', 'draft', 'add'],
    ['verifying', 'verified', 'tried'],
    ['verifying', 'verify_failed', 'tried'],
  ],
  editable: { draft: 'all', verify_failed: 'all', verified: ['notesZh', 'notesEn'], released: ['notesZh', 'notesEn'] },
  removable: ['draft'],
  ends: ['revoked'],
});
