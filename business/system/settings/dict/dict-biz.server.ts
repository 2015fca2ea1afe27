import { behaviour } from '#kernel/server/behaviour.ts';
import { assertKeysKept, assertNotSealed, dictCalls } from './dict-calls.server.ts';
import { dictBiz } from './dict-biz.paper.ts';

export default behaviour(dictBiz, {
  saving: (context, write) => assertKeysKept(context, dictBiz, write),
  async removing(_context, row) { assertNotSealed(row); },
  calls: dictCalls(dictBiz),
});
