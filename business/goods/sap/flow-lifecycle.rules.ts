import { text } from '#kernel/fields/text/text.ts';
import { lifecycle } from '#kernel/language/lifecycle.ts';
import { sapStatus } from '../dictionaries.ts';

/** A row in the queue to SAP: sent by the product, retried by the store, skipped by the manager. */
export const flowLifecycle = lifecycle({
  field: 'sapStatus',
  states: sapStatus,
  actions: {
    retry: {
      label: ['重新推送', 'Send again'],
      from: ['failed'],
      to: 'queued',
      roles: ['as_store'],
      batch: true,
      said: ['已重新排队', 'Queued again'],
      icon: 'rotate-ccw',
      prominent: true,
    },
    skip: {
      label: ['跳过', 'Skip'],
      from: ['failed'],
      to: 'skipped',
      roles: ['as_manager'],
      asks: { reason: text(['跳过原因', 'Reason'], { required: true, max: 255, wide: true }) },
      batch: true,
      said: ['已跳过', 'Skipped'],
      icon: 'ban',
      danger: true,
    },
  },
  moves: [
    ['*', 'none', 'transmit'],
    ['*', 'queued', 'transmit'],
    ['*', 'pushed', 'inbound'],
    ['*', 'failed', 'inbound'],
    ['none', 'queued', 'push'],
    ['failed', 'queued', 'push'],
    ['queued', 'pushed', 'sap'],
    ['queued', 'failed', 'sap'],
  ],
  removable: ['none'],
  ends: ['pushed', 'skipped'],
  unused: ['notNeeded'],
});
