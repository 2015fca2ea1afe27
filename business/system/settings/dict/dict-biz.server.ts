import { behaviour } from '#kernel/server';
import { assertKeysUnchanged, codeFollows, dictCalls, keysStaying } from './dict-calls.server.ts';
import { keyCalls } from './key-calls.server.ts';
import { dictBiz } from './dict-biz.paper.ts';

export default behaviour(dictBiz, {
  saving: (context, write) => assertKeysUnchanged(context, dictBiz, write),
  saved: (context, { before, row }) => codeFollows(context, dictBiz, before, row),
  staying: keysStaying,
  calls: [...dictCalls(dictBiz), ...keyCalls(dictBiz)],
});
