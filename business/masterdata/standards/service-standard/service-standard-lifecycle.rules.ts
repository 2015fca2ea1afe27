import { approvalVerbs } from '#business/shared/approval-verbs.rules.ts';
import { lifecycle } from '#kernel/language/lifecycle.ts';
import { publishStatus } from '../../dictionaries.ts';

const verbs = approvalVerbs({
  from: ['draft', 'stopped'],
  waiting: 'proposed',
  draft: 'draft',
  senders: ['as_admin', 'as_manager'],
  judges: ['as_manager'],
  own: false,
});

/**
 * The lifecycle of a service standard. Technicians get published ones only, whose text cannot change. A stopped one can
 * be corrected and published as the next revision.
 */
export const serviceStandardLifecycle = lifecycle({
  field: 'publishStatus',
  states: publishStatus,
  actions: {
    propose: verbs.send,
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
    reject: verbs.reject,
    withdraw: verbs.withdraw,
    stop: {
      label: ['停用', 'Stop'],
      from: ['published'],
      to: 'stopped',
      roles: ['as_admin', 'as_manager'],
      call: { path: 'submit', action: 'stop' },
      confirm: ['停用后现场不再按此标准作业，确定停用？', 'Technicians will no longer work to it. Stop it?'],
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
