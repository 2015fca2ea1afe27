import { dict } from '#kernel/fields/dict/dict.ts';
import { files } from '#kernel/fields/file/file.ts';
import { money } from '#kernel/fields/money/money.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { payer } from '#business/intake/dictionaries.ts';
import { completionRights } from '../rights.rules.ts';
import { extraCharge } from '../dictionaries.ts';

/** A fee that came up at the door: why, how much, and a photo of it. The customer agrees by signing, or by his code. Source: after-sales design §6.4. */
export const completionCharge = paper('completionCharge', {
  title: ['现场加收', 'Extra charge'],
  table: 'ascompletioncharge',
  path: 'blade-maintenance/webApi/ascompletioncharge',
  rights: completionRights,
  team: { through: 'completionId', paper: 'completion' },
  caption: 'chargeType',
  hint: ['reason'],
  search: ['reason'],
  fields: {
    completionId: ref('completion', ['完工单', 'Completion'], { required: true, filter: 'exact' }),
    chargeType: dict(extraCharge, ['加收项目', 'What for'], { required: true, list: true, filter: 'exact' }),
    amount: money(['金额', 'Amount'], { required: true, list: true }),
    // Not named by the design: the customer, unless the cover was changed to one under which another pays such fees.
    payer: dict(payer, ['费用承担', 'Paid by'], { auto: true, list: true, filter: 'exact', initial: 'customer' }),
    reason: text(['加收原因', 'Why'], { required: true, list: true, max: 255, wide: true, isProductText: true }),
    photos: files(['现场照片', 'Photos'], { takes: 'image', most: 3, needed: true }),
    // A door that stayed closed before: what the company asks for it is charged with the next completion.
    closedVisitId: ref('visit', ['空跑任务', 'Closed-door visit'], { auto: true, filter: 'exact' }),
  },
  card: ['chargeType', 'amount', 'reason'],
});
