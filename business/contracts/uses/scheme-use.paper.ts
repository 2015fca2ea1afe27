import { dict } from '#kernel/fields/dict/dict.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { id, ref } from '#kernel/fields/ref/ref.ts';
import { paper } from '#kernel/language/paper.ts';
import { consumeStatus, schemeName } from '../dictionaries.ts';
import { useRights } from '../rights.rules.ts';
import { useLifecycle } from './use-lifecycle.rules.ts';

/** Visits of a contract that an order reserves and uses. The counters of the contract are recounted from these rows. */
export const schemeUse = paper('schemeUse', {
  title: ['登记方案', 'Visit of a contract'],
  plural: 'Visits of contracts',
  table: 'asregistrationscheme',
  path: 'blade-maintenance/webApi/asregistrationscheme',
  rights: useRights,
  team: { through: 'registrationFormId', paper: 'registration' },
  department: { through: 'registrationFormId', paper: 'registration' },
  caption: 'schemeName',
  hint: ['consumeTimes'],
  lifecycle: useLifecycle,
  once: [
    {
      by: ['registrationFormId', 'schemeId'],
      where: { consumeStatus: ['locked', 'consumed'] },
      words: ['这张登记单已用此方案', 'This work order already uses the contract'],
    },
  ],
  under: 'registration',
  follows: [{ paper: 'registration', parent: 'registrationFormId', as: 'uses' }],
  fields: {
    registrationFormId: ref('registration', ['登记单', 'Work order'], { required: true, list: true, filter: 'exact' }),
    schemeId: ref('scheme', ['方案', 'Contract'], { required: true, list: true, filter: 'exact' }),
    planId: id(['保养计划', 'Maintenance plan'], { wire: true, auto: true, filter: 'exact' }),
    consumeTimes: integer(['扣减次数', 'Visits'], { required: true, list: true, initial: 1, max: 365 }),
    consumeStatus: dict(consumeStatus, ['扣减状态', 'State'], { auto: true, list: true, filter: 'exact' }),
    schemeName: dict(schemeName, ['方案名称', 'Contract name'], {
      auto: true,
      list: true,
      copied: { from: 'schemeId', field: 'schemeName' },
    }),
  },
  card: ['schemeName', 'consumeStatus', 'consumeTimes', 'registrationFormId'],
});
