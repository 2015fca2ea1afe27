import { dict } from '#kernel/fields/dict/dict.ts';
import { phone } from '#kernel/fields/phone/phone.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { pageNumber, pageSize } from '#kernel/fields/integer/paging.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call } from '#kernel/language/calls/call.ts';
import {
  type AnswerOf,
  anyNumber,
  anyText,
  choice,
  either,
  list,
  nullable,
  of,
  page,
  record,
} from '#kernel/language/calls/shape.ts';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { equipment } from '#business/customers/equipment/equipment.paper.ts';
import { serviceFile } from '#business/customers/service-file/service-file.paper.ts';
import { weibao } from '#business/customers/dictionaries.ts';
import { urgency } from '#business/scheduling/dictionaries.ts';
import { faultCategory, receiptsType, repairType } from '#business/masterdata/dictionaries.ts';
import { coverFees } from '../cover/cover-fees.rules.ts';
import { registration } from '../registration/registration.paper.ts';
import { repairForm } from '../repair-form/repair-form.paper.ts';

const below = 'blade-maintenance/webApi/desk';

/** A hit of the desk's search: a customer, or a machine or paper that leads to its customer. */
const hit = record({
  kind: choice('customer', 'equipment', 'paper'),
  id: anyText,
  customerId: anyText,
  title: anyText,
  level: anyText,
  phone: anyText,
  hint: anyText,
  equipmentId: anyText,
  registerMainId: anyText,
});

const machine = of(equipment, null, {
  cover: record({ state: choice('warranty', 'lapsed', 'none'), until: anyText }),
});
const home = of(serviceFile, null, { equipment: list(machine), open: anyNumber });

/** An open registration, or an open repair form that has no registration. */
const openPaper = either(of(repairForm), of(registration));

/** One event of a customer's history: a form, a registration, an urge. */
const past = record({
  bizType: anyText,
  bizName: anyText,
  id: anyText,
  no: anyText,
  time: anyText,
  status: anyText,
  statusName: anyText,
  title: anyText,
});

/** An open form that is probably a duplicate. */
export const likelySame = of(repairForm, [
  'id',
  'repairNo',
  'repairStatus',
  'createTime',
  'description',
  'equipmentId',
  'equipmentName',
  'repairType',
  'customerName',
  'registrationFormId',
]);

export const findCaller = call(repairForm, `${below}/find`, {
  method: 'GET',
  needs: 'view',
  title: ['来电受理：查找', 'Desk: find a caller'],
  query: { text: text(['查找', 'Text'], { initial: '', max: 200 }) },
  answer: list(hit),
});

export const readCaller = call(repairForm, `${below}/caller`, {
  method: 'GET',
  needs: 'view',
  title: ['来电受理：客户一览', 'Desk: everything about a caller'],
  query: { customerId: id(['客户', 'Customer'], { required: true }) },
  answer: record({
    customer: of(customer),
    homes: list(home),
    open: list(openPaper),
    history: list(past),
    historyTotal: anyNumber,
  }),
});

export const previewForm = call(repairForm, `${below}/preview`, {
  method: 'POST',
  needs: 'view',
  title: ['来电受理：保障与重复预判', 'Desk: who pays, and was it reported already'],
  body: {
    customerId: id(['客户', 'Customer']),
    equipmentId: id(['故障设备', 'Equipment']),
    phone: phone(['手机号', 'Mobile']),
    repairType: dict(repairType, ['系统类别', 'System']),
    faultCategory: dict(faultCategory, ['故障类别', 'Fault class']),
    receiptsType: dict(receiptsType, ['单据类型', 'Kind']),
    alarmId: id(['告警', 'Alarm']),
    urgency: dict(urgency, ['紧急程度', 'Urgency']),
  },
  answer: record({
    /**
     * Promises to the caller if the form is saved now: due times of response, appointment and arrival. Each is null
     * without a policy for it.
     */
    promise: record({ response: nullable(anyText), appoint: nullable(anyText), arrive: nullable(anyText) }),
    cover: record({
      weibao: dict(weibao, ['维保类型', 'Cover'], { required: true }),
      reason: anyText,
      coverFees,
      /** A sentence for the caller: the rest of the contracts of the home, and the cost of the call. */
      sentence: anyText,
    }),
    duplicates: list(likelySame),
  }),
});

export const customerHistory = call(customer, 'selectCustomerHistoryList', {
  method: 'GET',
  needs: 'view',
  title: ['客户服务历史', 'Time line of a customer'],
  query: {
    customerId: id(['客户', 'Customer']),
    phone: text(['手机号', 'Mobile'], { max: 20 }),
    current: pageNumber(),
    size: pageSize(10, 200),
  },
  answer: page(past),
});

export type DeskHit = AnswerOf<typeof hit>;
export type CallerMachine = AnswerOf<typeof machine>;
export type CallerHome = AnswerOf<typeof home>;
export type OpenPaper = AnswerOf<typeof openPaper>;
export type Past = AnswerOf<typeof past>;
export type Duplicate = AnswerOf<typeof likelySame>;
export type DeskCaller = AnswerOf<typeof readCaller>;
export type RepairPreview = AnswerOf<typeof previewForm>;
