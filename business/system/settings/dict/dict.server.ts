import { behaviour } from '#kernel/server';
import { assertKeysUnchanged, codeFollows, dictCalls, keysStaying, wireKey } from './dict-calls.server.ts';
import { keyCalls } from './key-calls.server.ts';
import { dictPaper } from './dict.paper.ts';

export default behaviour(dictPaper, {
  saving: (context, write) => assertKeysUnchanged(context, dictPaper, write),
  saved: (context, { before, row }) => codeFollows(context, dictPaper, before, row),
  staying: keysStaying,
  // Send a key that is a whole number as a number, as in the list.
  detail: async (_reading, row) => ({ dictKey: wireKey(row.dictKey ?? '') }),
  calls: [...dictCalls(dictPaper), ...keyCalls(dictPaper)],
});
