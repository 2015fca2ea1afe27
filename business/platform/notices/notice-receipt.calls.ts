import { text } from '#kernel/fields/text/text.ts';
import { call, several } from '#kernel/language/calls/call.ts';
import { type AnswerOf, anyNumber, list, of, record } from '#kernel/language/calls/shape.ts';
import { noticeReceipt } from './notice-receipt.paper.ts';

export const MAX_NOTICES = 1000;

const shown = of(noticeReceipt, ['id', 'title', 'category', 'releaseTime', 'readTime']);

/** Contents of the bell: the newest notices, and the number of unread ones. */
export const recentNotices = call(noticeReceipt, 'recent', {
  method: 'GET',
  needs: 'view',
  title: ['最新通知', 'The newest notices'],
  answer: record({ unread: anyNumber, notices: list(shown) }),
});

/** Marks the caller's receipts with these ids as read; `all` marks all of them. */
export const readNotices = call(noticeReceipt, 'read', {
  method: 'POST',
  needs: 'view',
  title: ['标为已读', 'Mark as read'],
  body: { ids: several(['通知', 'Notices'], text(['通知', 'Notice'], { max: 20 }), { most: MAX_NOTICES }) },
  answer: record({ count: anyNumber }),
});

export type ShownNotice = AnswerOf<typeof shown>;
export type RecentNotices = AnswerOf<typeof recentNotices>;
