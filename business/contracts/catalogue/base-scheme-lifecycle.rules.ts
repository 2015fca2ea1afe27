import { lifecycle } from '#kernel/language/lifecycle.ts';
import { publishStatus } from '#business/masterdata/dictionaries.ts';

/**
 * A template is a draft, published or stopped. A published one never changes: a save makes the draft of its next
 * revision. The publication of that draft stops the earlier one.
 */
export const baseSchemeLifecycle = lifecycle({
  field: 'publishStatus',
  states: publishStatus,
  actions: {
    publish: {
      label: ['发布', 'Publish'],
      from: ['draft'],
      to: 'published',
      roles: ['as_manager', 'as_admin'],
      judges: false,
      call: { path: 'submit', action: 'publish' },
      said: ['已发布', 'Published'],
      icon: 'send',
      prominent: true,
    },
    stop: {
      label: ['停用', 'Stop'],
      from: ['published'],
      to: 'stopped',
      roles: ['as_manager', 'as_admin'],
      call: { path: 'submit', action: 'stop' },
      confirm: ['停用后不能再售出，已售方案不受影响，确定停用？', 'It is sold no more; sold contracts stay. Stop it?'],
      said: ['已停用', 'Stopped'],
      icon: 'ban',
      danger: true,
    },
  },
  moves: [
    ['*', 'draft', 'submit'],
    ['published', 'stopped', 'revised'],
  ],
  // A save of a published template makes the next revision.
  editable: { draft: 'all', published: 'all' },
  removable: ['draft'],
  ends: ['stopped'],
  unused: ['proposed'],
});
