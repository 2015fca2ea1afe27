import type { Effect } from '#kernel/language/rooms/effect.ts';

/** Effects of requests and shipments on other papers. */
export default [
  {
    by: ['materialApply', 'materialShipment', 'materialShipment/copyApply/{id}', 'materialShipment/pushApply'],
    on: ['warehouse'],
    does: ['create', 'change'],
    because: 'a technician has a van from the first request on, and goods on their way have a place',
  },
  {
    by: ['materialApply'],
    on: ['materialShipment', 'materialShipmentLine'],
    does: ['create', 'change', 'remove'],
    because: 'a release makes the draft of the store, and a closed request leaves it',
  },
  {
    by: ['materialShipment/pushApply'],
    on: ['materialShipmentLine'],
    does: ['create'],
    because: 'the draft takes the open lines of its requests',
  },
  {
    by: ['materialShipment'],
    on: ['reservation', 'stockMove'],
    does: ['create'],
    because: 'an approved shipment reserves its stock, and its hand-over and receipt move it',
  },
  {
    by: ['materialShipment'],
    on: ['materialApply'],
    does: ['move'],
    because: 'the state of a request follows its shipments',
  },
  {
    by: ['registration'],
    on: ['materialApply', 'materialShipment', 'materialShipmentLine'],
    does: ['act', 'move', 'change', 'remove'],
    because: 'a cancelled order ends its requests, and drafts lose their lines',
  },
  {
    by: ['materialShipment/copyApply/{id}'],
    on: ['materialApply', 'materialApplyLine'],
    does: ['submit', 'create'],
    because: 'a copy is a new request of the same technician',
  },
  {
    by: ['registration'],
    on: ['materialReturn', 'materialReturnLine'],
    does: ['create'],
    because: 'goods of a cancelled order are proposed to be returned',
  },
  {
    by: ['materialReturn'],
    on: ['warehouse', 'reservation', 'stockMove', 'materialReturnLine'],
    does: ['create', 'change'],
    because: 'a return reserves stock of the van, and its take-over moves it to its places',
  },
  {
    by: ['materialReturn', 'materialShipment'],
    on: ['sapFlow'],
    does: ['create', 'move', 'remove'],
    because: 'SAP gets a row for each line that is handed over or returned',
  },
  {
    by: ['sapFlow'],
    on: ['materialReturn', 'materialShipment'],
    does: ['move'],
    because: 'a document has the worst SAP state of its rows',
  },
  {
    by: ['sapFlow/submit'],
    on: ['sapFlow', 'stockMove', 'warehouse'],
    does: ['create'],
    because: 'goods that SAP received are posted here',
  },
  {
    by: ['sapFlow/adopt'],
    on: ['stockAdjustment'],
    does: ['submit'],
    because: 'a difference to SAP becomes the draft of a count',
  },
  {
    by: ['toolApply'],
    on: ['tool', 'toolLine'],
    does: ['change', 'move'],
    because: 'tools follow what is handed out, returned or lost',
  },
  {
    by: ['toolApply'],
    on: ['wageLine', 'wagePeriod'],
    does: ['create'],
    because: 'the compensation for a lost tool is a draft line of pay in the open period',
  },
] satisfies Effect[];
