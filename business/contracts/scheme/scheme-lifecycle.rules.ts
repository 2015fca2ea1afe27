import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { phone } from '#kernel/fields/phone/phone.ts';
import { postalAddress } from '#kernel/fields/postal-address/postal-address.ts';
import { text } from '#kernel/fields/text/text.ts';
import { lifecycle } from '#kernel/language/lifecycle.ts';
import { timeSlot } from '#business/customers/dictionaries.ts';
import { schemeStatus } from '../dictionaries.ts';

/**
 * A sold contract. Its terms are fixed from its activation on, and `cusUpdate` changes its contact. It ends by its term,
 * by its last visit, or by termination.
 */
export const schemeLifecycle = lifecycle({
  field: 'schemeStatus',
  states: schemeStatus,
  actions: {
    activate: {
      label: ['生效', 'Activate'],
      from: ['draft', 'suspended'],
      to: 'active',
      roles: ['as_cs_lead', 'as_manager'],
      judges: false,
      call: { path: 'updateStatus', by: 'schemeStatus', action: 'active' },
      asks: {
        extend: flag(['顺延暂停的天数', 'Add the suspended days to the term'], {
          help: ['只在恢复暂停的方案时起作用', 'Only where a suspended contract goes on'],
        }),
      },
      batch: true,
      said: ['已生效', 'Active'],
      icon: 'play',
      prominent: true,
    },
    suspend: {
      label: ['暂停', 'Suspend'],
      from: ['active'],
      to: 'suspended',
      roles: ['as_cs_lead'],
      call: { path: 'updateStatus', by: 'schemeStatus', action: 'suspended' },
      asks: { reason: text(['暂停原因', 'Reason'], { required: true, max: 255, wide: true }) },
      said: ['已暂停', 'Suspended'],
      icon: 'pause',
    },
    terminate: {
      label: ['终止', 'Terminate'],
      from: ['active', 'suspended'],
      to: 'terminated',
      roles: ['as_manager'],
      call: { path: 'updateStatus', by: 'schemeStatus', action: 'terminated' },
      asks: { reason: text(['终止原因', 'Reason'], { required: true, max: 255, wide: true }) },
      said: ['已终止', 'Terminated'],
      icon: 'ban',
      danger: true,
      batch: false,
    },
    cusUpdate: {
      label: ['改联系信息', 'Change the contact'],
      from: ['active', 'suspended'],
      to: 'active',
      or: ['suspended'],
      roles: ['as_cs', 'as_manager'],
      call: { path: 'cusUpdate' },
      asks: {
        contactName: text(['联系人', 'Contact'], { max: 64, personal: 'shown' }),
        contactPhone: phone(['联系电话', 'Phone']),
        address: postalAddress(['服务地址', 'Address'], { personal: 'shown', max: 300 }),
        preferredSlot: dict(timeSlot, ['偏好时段', 'Preferred slot']),
        autoPush: flag(['自动推送', 'Automatic notices']),
        remark: text(['备注', 'Remark'], { max: 500, wide: true }),
      },
      said: ['已修改', 'Changed'],
      icon: 'pencil',
      batch: false,
    },
  },
  moves: [
    ['*', 'draft', 'submit'],
    ['active', 'expired', 'roll'],
    ['suspended', 'expired', 'roll'],
    ['active', 'finished', 'lastVisit'],
    ['finished', 'active', 'reopen'],
  ],
  editable: { draft: 'all', active: ['equipment', 'supplies'], suspended: ['equipment', 'supplies'] },
  removable: ['draft'],
  ends: ['expired', 'finished', 'terminated'],
});
