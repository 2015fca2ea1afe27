import { behaviour } from '#kernel/server/behaviour.ts';
import { assertKeysKept, codeFollows, dictCalls, keysStaying, wireKey } from './dict-calls.server.ts';
import { keyCalls } from './key-calls.server.ts';
import { dict } from './dict.paper.ts';

export default behaviour(dict, {
  saving: (context, write) => assertKeysKept(context, dict, write),
  saved: (context, { before, row }) => codeFollows(context, dict, before, row),
  staying: keysStaying,
  // A system key that is a number is one on the wire.
  detail: async (_reading, row) => ({ dictKey: wireKey(row.dictKey ?? '') }),
  calls: [...dictCalls(dict), ...keyCalls(dict)],
});
