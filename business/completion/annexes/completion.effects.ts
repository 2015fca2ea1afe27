import type { Effect } from '#kernel/language/rooms/effect.ts';

/** Effects of calls of completions on other papers. */
export default [
  {
    by: ['completion/batchSave', 'visit/addImg', 'visit/addAnnex'],
    on: ['completionAnnex', 'visitFile'],
    does: ['submit'],
    because: 'photos and documents are part of the visit that they prove',
    named: 'whoever works on the visit was asked for it, and its id is set by the product',
  },
  {
    by: ['completion/batchSave'],
    on: ['collection'],
    does: ['submit', 'resubmit', 'remove'],
    because: 'the money that was taken is a list of the completion until it is submitted',
    named: 'rows are looked for among those of the completion alone, whose right was asked',
  },
  {
    by: ['completion'],
    on: ['visit'],
    does: ['move', 'change'],
    because: 'a completion that is submitted, passed or sent back ends its visit or opens it again',
    named: 'the visit is that of the completion, named by its own pointer',
  },
  {
    by: ['completion'],
    on: ['equipment', 'serviceFile'],
    does: ['create', 'change', 'remove'],
    because: 'what was found and installed at the door updates the machines and the file of the customer',
  },
  {
    by: ['completion'],
    on: ['customer'],
    does: ['change'],
    because: 'the customer shows when somebody was there last',
    named: 'the customer is that of the completion, copied from its order by the product',
  },
  {
    by: [
      'completion',
      'completion/batchSave',
      'completion/updateEquipment',
      'completion/updateSupplies',
      'completion/updateMileageExplain',
      'completionEquipment',
      'completionSupply',
      'completionCharge',
    ],
    on: ['registration', 'repairForm'],
    does: ['change', 'move'],
    because: 'money, parts and results are counted into the order and the request that they belong to',
    named: 'the order is that of the completion, named by its own pointer',
  },
] satisfies Effect[];
