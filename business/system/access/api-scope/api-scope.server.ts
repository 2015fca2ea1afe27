import { behaviour } from '#kernel/server';
import { refuse } from '../../refusals.ts';
import { isScopePath } from '../call-pattern.rules.ts';
import { assertOpenedCall, takeFromRoles, unopenedCalls } from '../own-scopes.server.ts';
import { apiScope } from './api-scope.paper.ts';

export default behaviour(apiScope, {
  async saving(context, { before, values }) {
    if (before) await assertOpenedCall(context, before.id);
    if (values.scopePath && !isScopePath(values.scopePath))
      throw refuse.scopePathWrong({
        fields: [
          {
            field: 'scopePath',
            words: [
              '应为 /blade-服务/… 形式，登录类接口除外',
              'It must be like /blade-service/…, except for those of the login',
            ],
          },
        ],
      });
    return {};
  },
  staying: (context, rows) =>
    unopenedCalls(
      context,
      rows.map((row) => row.id),
    ),
  leaving: (context, rows) =>
    takeFromRoles(
      context,
      2,
      rows.map((row) => row.id),
    ),
});
