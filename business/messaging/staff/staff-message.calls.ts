import { id } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call, several } from '#kernel/language/calls/call.ts';
import { type AnswerOf, anyNumber, anyText, list, of, record } from '#kernel/language/calls/shape.ts';
import { staffMessage } from './staff-message.paper.ts';

export const MAX_MESSAGES = 1000;

/** The caller's messages by id; `all` as the first id means all of them. */
const named = {
  ids: several(['消息', 'Messages'], text(['消息', 'Message'], { max: 20 }), { most: MAX_MESSAGES }),
  id: id(['消息', 'Message']),
};

const shown = of(staffMessage, [
  'id',
  'messageEvent',
  'title',
  'content',
  'bizType',
  'paperName',
  'bizId',
  'bizNo',
  'isTodo',
  'taskId',
  'caseId',
  'dueTime',
  'readTime',
  'doneTime',
  'createTime',
]);

/** Returns the content of the bell: open to-dos by due time, and the newest messages. */
export const recentMessages = call(staffMessage, 'recent', {
  method: 'GET',
  needs: 'view',
  title: ['待办与最新消息', 'To-dos and the newest messages'],
  answer: record({ unread: anyNumber, now: anyText, todos: list(shown), messages: list(shown) }),
});

export const readMessages = call(staffMessage, 'read', {
  method: 'POST',
  needs: 'view',
  title: ['标为已读', 'Mark as read'],
  body: named,
  answer: record({ count: anyNumber }),
});

export const finishTodos = call(staffMessage, 'done', {
  method: 'POST',
  needs: 'view',
  title: ['完成待办', 'Mark to-dos as done'],
  body: named,
  answer: record({ count: anyNumber }),
});

export type ShownMessage = AnswerOf<typeof shown>;
export type RecentMessages = AnswerOf<typeof recentMessages>;
