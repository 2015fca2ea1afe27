import { coreContracts } from './calls/core-contracts.ts';
import { transact } from '../write/transaction.ts';
import { once } from '../rows/batch.ts';
import { comment, commentsOn, takeBack } from '../rows/comments.ts';
import { paperOfCall } from './paper-of-call.ts';
import type { Route } from './route.ts';

/** What people say about a row: the same calls for every paper. */
export const commentRoutes = (): Route[] => [
  {
    method: 'GET',
    path: 'blade-core/comments',
    contract: coreContracts.comments,
    needs: 'person',
    summary: ['评论', 'Comments'],
    work: (call) => commentsOn(call.app, call.actor, paperOfCall(call), call.query.id ?? ''),
  },
  {
    method: 'POST',
    path: 'blade-core/comments',
    contract: coreContracts.comment,
    needs: 'person',
    summary: ['发表评论', 'Comment'],
    work: (call) =>
      once(call, '', (tx) =>
        comment(tx, paperOfCall(call), String(call.body.id ?? ''), {
          words: call.body.words,
          mentions: call.body.mentions,
        }),
      ),
  },
  {
    method: 'POST',
    path: 'blade-core/comments/remove',
    contract: coreContracts.takeBack,
    needs: 'person',
    summary: ['撤回评论', 'Take a comment back'],
    work: async (call) => {
      await transact(call.app, call.actor, (tx) => takeBack(tx, String(call.body.id ?? '')));
      return {};
    },
  },
];
