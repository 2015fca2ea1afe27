import { behaviour } from '#kernel/server/behaviour.ts';
import { assertKeysKept, assertNotSealed, dictCalls } from './dict-calls.server.ts';
import { dict } from './dict.paper.ts';

export default behaviour(dict, {
  saving: (context, write) => assertKeysKept(context, dict, write),
  async removing(_context, row) { assertNotSealed(row); },
  calls: dictCalls(dict),
});
