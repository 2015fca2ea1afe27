import type { Effect } from '#kernel/language/rooms/effect.ts';

/** The published address of the lines of contracts. */
const relations = 'blade-maintenance/webApi/asschemerelation';

/** Effects of contracts, and of orders and money on them. */
export default [
  {
    by: ['registration', 'registration/addRegistrationForm', 'completion', 'repairForm', 'dispatchForm', 'visit'],
    on: ['schemeUse'],
    does: ['create', 'move'],
    because: 'an order reserves, uses and releases visits of the contracts that cover it',
    named: 'the uses are looked for among those of the order alone, whose right was asked',
  },
  {
    by: [
      'registration',
      'registration/addRegistrationForm',
      'completion',
      'repairForm',
      'dispatchForm',
      'visit',
      'schemeUse',
    ],
    on: ['scheme', 'schemeRecord'],
    does: ['touch', 'move', 'create'],
    because: 'the counters and the state of a contract follow its visits',
    named: 'the right to see a named contract was asked; only its counters and its state follow',
  },
  {
    by: ['registration', 'registration/addRegistrationForm', 'repairForm'],
    on: ['registration'],
    does: ['change'],
    because: 'an order whose contract has no visit left gets the next cover',
  },
  {
    by: ['completion'],
    on: ['schemeEquipment', 'schemeSupplies'],
    does: ['change', 'move', 'touch'],
    because: 'lines of contracts follow machines and consumables that were replaced, and know their last visit',
  },
  {
    by: ['collection', 'collection/paymentCallback'],
    on: ['scheme'],
    does: ['change'],
    because: 'the received money of a contract follows the approvals of its collections',
    named: 'the contract is the one that the collection points at; only its sums change',
  },
  {
    by: [
      'scheme',
      'schemeEquipment',
      'schemeSupplies',
      ...['submit', 'removeEquipment', 'synch'].map((path) => `schemeEquipment/${relations}/${path}`),
      ...['submitConsumables', 'removeSupplies'].map((path) => `schemeSupplies/${relations}/${path}`),
    ],
    on: ['schemeRecord', 'schemeEquipment', 'schemeSupplies'],
    does: ['create', 'submit', 'resubmit', 'change', 'remove'],
    because: 'a contract begins with the lines of its template, and changes after its sale are noted',
  },
  {
    by: ['serviceFile'],
    on: ['scheme', 'schemeRecord'],
    does: ['change', 'create'],
    because: 'a contract follows the name, phone and address of its home that it copied',
  },
  {
    by: ['baseScheme'],
    on: ['baseScheme'],
    does: ['create', 'move'],
    because: 'a save of a published template makes its next revision, whose publication stops the earlier one',
  },
] satisfies Effect[];
