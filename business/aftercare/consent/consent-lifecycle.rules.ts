import { lifecycle } from '#kernel/language/lifecycle.ts';
import { consentStatus } from '../dictionaries.ts';

/** States of a consent. The customer answers by the link, so all moves are the product's. */
export const consentLifecycle = lifecycle({
  field: 'consentStatus',
  states: consentStatus,
  actions: {},
  moves: [
    ['*', 'asked', 'ask'],
    ['asked', 'agreed', 'answer'],
    ['asked', 'refused', 'answer'],
    ['asked', 'replaced', 'again'],
    ['agreed', 'replaced', 'again'],
    ['refused', 'replaced', 'again'],
  ],
  ends: ['replaced'],
});
