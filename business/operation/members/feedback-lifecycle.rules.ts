import { longText } from '#kernel/fields/long-text/long-text.ts';
import { lifecycle } from '#kernel/language/lifecycle.ts';
import { feedbackStatus } from '../dictionaries.ts';

/** The lifecycle of feedback: pending, being processed, replied, closed. */
export const feedbackLifecycle = lifecycle({
  field: 'feedbackStatus',
  states: feedbackStatus,
  actions: {
    take: {
      label: ['受理', 'Take'],
      from: ['pending'],
      to: 'processing',
      roles: ['as_operator'],
      said: ['处理中', 'Under way'],
      icon: 'user-cog',
      prominent: true,
    },
    reply: {
      label: ['回复', 'Reply'],
      from: ['pending', 'processing', 'replied'],
      to: 'replied',
      roles: ['as_operator'],
      asks: { replyContent: longText(['回复内容', 'Reply'], { required: true, max: 1000, wide: true }) },
      said: ['已回复', 'Replied'],
      icon: 'send',
      batch: false,
    },
    close: {
      label: ['关闭', 'Close'],
      from: ['pending', 'processing', 'replied'],
      to: 'closed',
      roles: ['as_operator'],
      said: ['已关闭', 'Closed'],
      icon: 'check',
    },
  },
  moves: [
    ['*', 'pending', 'add'],
    ['pending', 'processing', 'repair'],
  ],
  editable: { pending: 'all', processing: 'all', replied: 'all' },
  removable: ['pending', 'processing', 'replied', 'closed'],
  ends: ['closed'],
  over: ['replied'],
});
