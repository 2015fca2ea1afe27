import { behaviour } from '#kernel/server/behaviour.ts';
import { assertKeysKept, assertNotSealed, assertUnused, dictCalls } from './dict-calls.server.ts';
import { dictBiz } from './dict-biz.paper.ts';

export default behaviour(dictBiz, {
  saving: (context, write) => assertKeysKept(context, dictBiz, write),
  async removing(context, row) { assertNotSealed(row); await assertUnused(context, row); },
  calls: dictCalls(dictBiz),
});
