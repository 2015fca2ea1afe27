import { isId } from '#kernel/fields/ref/ref.ts';
import { bePresent, leave, presentAt } from '../../rows/detail/presence.ts';
import { coreCalls } from '../calls/core.calls.ts';
import { implementRoute } from '../calls/implement.ts';
import { paperNamedBy } from '../paper-named-by.ts';
import type { Route } from '../route.ts';

/** Calls for the people who view or edit a row: the same for every paper. */
export const presenceRoutes = (): Route[] => [
  implementRoute(coreCalls.present, ({ paper, ids }, { app, actor }) =>
    presentAt(app, actor, paperNamedBy(paper, app, actor), ids.filter(isId)),
  ),
  implementRoute(coreCalls.bePresent, async ({ paper, id, page, editing }, { app, actor }) => {
    await bePresent(app, actor, paperNamedBy(paper, app, actor), { id, page, editing });
    return {};
  }),
  implementRoute(coreCalls.leave, async ({ page }, { app, actor }) => {
    await leave(app, actor, page);
    return {};
  }),
];
