import { behaviour } from '#kernel/server/behaviour.ts';
import { refuse } from '../../refusals.ts';
import { isScopePath } from '../call-pattern.rules.ts';
import { assertOpenedCall } from '../own-scopes.server.ts';
import { apiScope } from './api-scope.paper.ts';

export default behaviour(apiScope, {
  async saving(context, { before, values }) {
    if (before) await assertOpenedCall(context, before.id);
    if (values.scopePath && !isScopePath(values.scopePath)) throw refuse.scopePathWrong({ fields: [{ field: 'scopePath', words: ['应为 /blade-服务/… 形式，登录类接口除外', 'It must be like /blade-service/…, except for those of the login'] }] });
    return {};
  },
  async removing(context, row) {
    await assertOpenedCall(context, row.id);
    await context.sql.query('delete from blade_role_scope where tenant_id = $1 and scope_category = 2 and scope_id = $2', [context.tenantId, row.id]);
  },
});
