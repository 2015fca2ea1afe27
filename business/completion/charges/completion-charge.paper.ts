import { dict } from '#kernel/fields/dict/dict.ts';
import { files } from '#kernel/fields/file/file.ts';
import { money } from '#kernel/fields/money/money.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { payer } from '#business/intake/dictionaries.ts';
import { completionRights } from '../rights.rules.ts';
import { extraCharge } from '../dictionaries.ts';

/**
 * An extra charge at a visit, with reason, amount and photo. The customer agrees by signature or code. Source:
 * after-sales design §6.4.
 */
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
    // Beyond the design document: the payer. It is the customer, unless a later decision about the cover assigns such
    // fees to another party.
    payer: dict(payer, ['费用承担', 'Paid by'], { auto: true, list: true, filter: 'exact', initial: 'customer' }),
    reason: text(['加收原因', 'Why'], { required: true, list: true, max: 255, wide: true, isProductText: true }),
    photos: files(['现场照片', 'Photos'], { takes: 'image', most: 3, needed: true }),
    // An earlier visit where nobody was at home, whose fee this charge is.
    closedVisitId: ref('visit', ['空跑任务', 'Closed-door visit'], { auto: true, filter: 'exact' }),
  },
  card: ['chargeType', 'amount', 'reason'],
});
