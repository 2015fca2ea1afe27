import { text } from '#kernel/fields/text/text.ts';
import { call, several } from '#kernel/language/calls/call.ts';
import { type AnswerOf, anyNumber, list, of, record } from '#kernel/language/calls/shape.ts';
import { noticeReceipt } from './notice-receipt.paper.ts';

export const MOST_NOTICES = 1000;

const shown = of(noticeReceipt, ['id', 'title', 'category', 'releaseTime', 'readTime']);

/** What the bell shows: the newest notices, and how many are unread. */
export const recentNotices = call(noticeReceipt, 'recent', {
  method: 'GET',
  needs: 'view',
  title: ['最新通知', 'The newest notices'],
  answer: record({ unread: anyNumber, notices: list(shown) }),
});

/** The own receipts that are named, or `all` of them. */
export const readNotices = call(noticeReceipt, 'read', {
  method: 'POST',
  needs: 'view',
  title: ['标为已读', 'Mark as read'],
  body: { ids: several(['通知', 'Notices'], text(['通知', 'Notice'], { max: 20 }), { most: MOST_NOTICES }) },
  answer: record({ count: anyNumber }),
});

export type ShownNotice = AnswerOf<typeof shown>;
export type RecentNotices = AnswerOf<typeof recentNotices>;
