import type { Effect } from '#kernel/language/rooms/effect.ts';

/** Calls that write consents and what they are about. */
export default [
  {
    by: ['completion/askConsent'],
    on: ['consent', 'registration'],
    does: ['create', 'move', 'change'],
    because: 'asking a customer stores the question, replaces an older one, and adds up the sums of the order',
    named: 'the completion is that of the visit whose work was asked for, and its order is its own pointer',
  },
  {
    by: ['completion'],
    on: ['consent'],
    does: ['move'],
    because: 'a submitted completion ends the question that nobody answered',
    named: 'questions are looked for among those of the completion alone',
  },
] satisfies Effect[];
