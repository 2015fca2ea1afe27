import { coreCalls } from '../calls/core.calls.ts';
import { implementRoute } from '../calls/implement.ts';
import { transact } from '../../write/transaction.ts';
import { once } from '../../rows/batch.ts';
import { comment, commentsOn, takeBack } from '../../rows/detail/comments.ts';
import { tabCountsOf } from '../../rows/detail/tab-counts.ts';
import { paperNamedBy } from '../paper-named-by.ts';
import type { Route } from '../route.ts';

/** Comments on a row, and the counts of the tabs of its detail: the same calls for every paper. */
export const commentRoutes = (): Route[] => [
  implementRoute(coreCalls.comments, ({ paper, id }, { app, actor }) =>
    commentsOn(app, actor, paperNamedBy(paper, app, actor), id),
  ),
  implementRoute(coreCalls.tabCounts, ({ paper, id }, { app, actor }) =>
    tabCountsOf(app, actor, paperNamedBy(paper, app, actor), id),
  ),
  implementRoute(coreCalls.comment, (input, asking) =>
    once({ ...asking, body: input, query: {} }, '', (tx) =>
      comment(tx, paperNamedBy(input.paper, asking.app, asking.actor), input.id, input),
    ),
  ),
  implementRoute(coreCalls.takeBack, async ({ id }, { app, actor }) => {
    await transact(app, actor, (tx) => takeBack(tx, id));
    return {};
  }),
];
