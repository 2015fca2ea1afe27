import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { money } from '#kernel/fields/money/money.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { type StructuredPart, structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { consentStatus, consentWay } from '../dictionaries.ts';
import { consentRights } from '../rights.rules.ts';
import { consentLifecycle } from './consent-lifecycle.rules.ts';

/** A fee of a consent: its name in both languages, its quantity, and its amount as a decimal (CNY). */
export interface ConsentItem {
  readonly name: string;
  readonly qty: string;
  readonly amount: string;
}

/** A photo of a consent: its attachment, and the hash of its content. */
export interface ConsentPhoto {
  readonly id: string;
  readonly sha256: string;
}

/** A price that the customer of a visit is requested to agree to, frozen at that moment, and the answer. */
export const consent = paper('consent', {
  title: ['客户费用确认', 'Consent to a price'],
  plural: 'Consents to a price',
  table: 'asconsent',
  path: 'blade-maintenance/webApi/asconsent',
  rights: consentRights,
  team: { through: 'completionId', paper: 'completion' },
  caption: 'words',
  hint: ['consentStatus', 'totalAmount'],
  readOnly: true,
  under: 'completion',
  lifecycle: consentLifecycle,
  fields: {
    completionId: ref('completion', ['完工单', 'Completion'], { auto: true, list: true, filter: 'exact' }),
    registrationFormId: ref('registration', ['登记单', 'Work order'], { auto: true }),
    words: text(['对客户说明', 'Words to the customer'], { auto: true, list: true, max: 200, wide: true }),
    items: structured<ConsentItem[], { auto: true; rows: true; parts: readonly StructuredPart[] }>(['费用', 'Fees'], {
      auto: true,
      rows: true,
      parts: [
        { name: 'name', label: ['项目', 'Fee'], type: 'text', required: true },
        { name: 'qty', label: ['数量', 'Quantity'], type: 'text' },
        { name: 'amount', label: ['金额', 'Amount'], type: 'text', required: true },
      ],
    }),
    laborFee: money(['人工费', 'Labour'], { auto: true }),
    materialFee: money(['材料费', 'Material'], { auto: true }),
    mileageFee: money(['里程费', 'Mileage fee'], { auto: true }),
    otherFee: money(['其他费', 'Other'], { auto: true }),
    discountAmount: money(['优惠金额', 'Discount'], { auto: true }),
    totalAmount: money(['客户应付', 'Customer pays'], { auto: true, list: true }),
    photos: structured<ConsentPhoto[], { auto: true; rows: true; parts: readonly StructuredPart[] }>(
      ['照片', 'Photos'],
      {
        auto: true,
        rows: true,
        parts: [
          { name: 'id', label: ['附件', 'Attachment'], type: 'text', required: true, technical: true },
          { name: 'sha256', label: ['校验值', 'Hash'], type: 'text', required: true },
        ],
      },
    ),
    consentStatus: dict(consentStatus, ['状态', 'State'], { auto: true, list: true }),
    consentWay: dict(consentWay, ['方式', 'Way'], { auto: true, list: true }),
    askTime: moment(['询问时间', 'Sent at'], { auto: true, list: true }),
    answerTime: moment(['答复时间', 'Answered at'], { auto: true, list: true }),
    needsCode: flag(['须验证码', 'Needs a code'], { auto: true }),
    codeTime: moment(['验证码发出', 'Code sent'], { auto: true }),
    codeHash: text(['验证码散列', 'Hash of the code'], { auto: true, secret: true, max: 128 }),
    codeTries: integer(['验证码试错', 'Wrong codes'], { auto: true }),
  },
  card: ['words', 'consentStatus', 'totalAmount', 'askTime'],
});
