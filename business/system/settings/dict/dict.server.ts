import { behaviour } from '#kernel/server/behaviour.ts';
import { assertKeysKept, assertNotSealed, assertUnused, dictCalls } from './dict-calls.server.ts';
import { dict } from './dict.paper.ts';

export default behaviour(dict, {
  saving: (context, write) => assertKeysKept(context, dict, write),
  async removing(context, row) { assertNotSealed(row); await assertUnused(context, row); },
  calls: dictCalls(dict),
});
