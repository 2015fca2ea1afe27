import { behaviour } from '#kernel/server/behaviour.ts';
import { assertKeysKept, assertRemovable, codeFollows, dictCalls } from './dict-calls.server.ts';
import { keyCalls } from './key-calls.server.ts';
import { dictBiz } from './dict-biz.paper.ts';

export default behaviour(dictBiz, {
  saving: (context, write) => assertKeysKept(context, dictBiz, write),
  saved: (context, { before, row }) => codeFollows(context, dictBiz, before, row),
  removing: (context, row) => assertRemovable(context, row),
  calls: [...dictCalls(dictBiz), ...keyCalls(dictBiz)],
});
