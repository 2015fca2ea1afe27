import { text } from '#kernel/fields/text/text.ts';
import { lifecycle } from '#kernel/language/lifecycle.ts';
import { publishStatus } from '../../dictionaries.ts';

/** The life of a standard: only a published one is followed in the field, so its text is fixed; a stopped one may be corrected and published again as the next revision. */
export const serviceStandardLifecycle = lifecycle({
  field: 'publishStatus',
  states: publishStatus,
  actions: {
    propose: {
      label: ['提交审批', 'Send for approval'],
      from: ['draft', 'stopped'],
      to: 'proposed',
      roles: ['as_admin', 'as_manager'],
      judges: false,
      said: ['已提交审批', 'Sent for approval'],
      icon: 'send',
      prominent: true,
    },
    publish: {
      label: ['发布', 'Publish'],
      from: ['draft', 'stopped', 'proposed'],
      to: 'published',
      roles: ['as_admin', 'as_manager'],
      call: { path: 'submit', action: 'publish' },
      said: ['已发布', 'Published'],
      icon: 'send',
      prominent: true,
    },
    reject: {
      label: ['驳回', 'Reject'],
      from: ['proposed'],
      to: 'draft',
      roles: ['as_manager'],
      judges: false,
      asks: { note: text(['驳回原因', 'Reason'], { required: true, max: 255, wide: true }) },
      said: ['已驳回', 'Rejected'],
      icon: 'x',
      danger: true,
    },
    withdraw: {
      label: ['撤回', 'Take back'],
      from: ['proposed'],
      to: 'draft',
      roles: ['as_admin', 'as_manager'],
      said: ['已撤回', 'Taken back'],
      icon: 'undo-2',
    },
    stop: {
      label: ['停用', 'Stop'],
      from: ['published'],
      to: 'stopped',
      roles: ['as_admin', 'as_manager'],
      call: { path: 'submit', action: 'stop' },
      confirm: ['停用后现场不再按此标准作业，确定停用？', 'The field will no longer work by it. Stop it?'],
      said: ['已停用', 'Stopped'],
      icon: 'ban',
      danger: true,
    },
  },
  moves: [['*', 'draft', 'submit']],
  editable: { draft: 'all', stopped: 'all' },
  removable: ['draft'],
  ends: [],
  governed: { start: 'propose', approve: 'publish', reject: 'reject', withdraw: 'withdraw', optional: true },
});
