import Big from 'big.js';
import { createHash } from 'node:crypto';
import { addDays, addMinutes } from '#kernel/language/days.ts';
import { type Label, type Language, textIn } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import { timeSlot } from '#business/customers/dictionaries.ts';
import { companyOfPage, estateName } from '#business/customers/guest/guest-facts.server.ts';
import {
  type CustomerAnswer,
  pageChoices,
  dayWords,
  labelOfKey,
  placeWords,
  whenWords,
  windowWords,
  withoutNumbers,
} from '#business/customers/guest/guest-words.rules.ts';
import { travelMinutes } from '#business/dispatch/candidates/distance.rules.ts';
import { roadsOf } from '#business/dispatch/occupancy/conflicts.server.ts';
import { systemKm } from '#business/dispatch/visit/mileage.server.ts';
import { cancelReason } from '#business/intake/dictionaries.ts';
import { urge as urgeForm } from '#business/intake/urge/urge.paper.ts';
import { faultCategory, repairType } from '#business/masterdata/dictionaries.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { MAX_WRONG_CODES, mayAnswer } from '../consent/answer-consent.server.ts';
import type { ConsentItem, consent } from '../consent/consent.paper.ts';
import { frozenPrice } from '../consent/freeze.server.ts';
import { type OrderCase, caseOf, stageOf } from './order-case.server.ts';
import type { BillLine, OrderBill, OrderPage, PageVisitor, PriceQuestion } from './order-page.rules.ts';
import { attachedFace, photosOfWork } from './order-pictures.server.ts';
import { firstName, headline, orderSteps } from './order-words.rules.ts';
import { mayCancel, mayMove, mayUrge } from './order-verbs.rules.ts';

/** Days that a customer may ask for. */
const DAYS = 8;
/** Reasons that a customer may choose for a cancellation. */
const REASONS = ['self', 'time', 'price', 'other'] as const;

/** Return the name by which a form names a question, without its id. */
export const questionMark = ({ id }: Pick<Row<typeof consent>, 'id'>): string =>
  createHash('sha256').update(`consent ${id}`).digest('hex').slice(0, 12);

const linesIn = (items: readonly ConsentItem[] | null, language: Language): BillLine[] =>
  (items ?? []).map(({ name, qty, amount }) => ({ name: withoutNumbers(textIn(name, language)), qty, amount }));

/** Return the time of the visit: agreed, planned by the wish of the customer, or nothing. */
function whenOf({ order, visit }: OrderCase, today: string): Label | null {
  const [from, to] = [order.promiseFrom ?? visit?.appointFrom, order.promiseTo ?? visit?.appointTo];
  if (from && to) {
    const [zh, en] = windowWords(from, to, today);
    return [`约好${zh}`, `Agreed: ${en}`];
  }
  if (!order.expectDate) return null;
  const [day, slot] = [dayWords(order.expectDate, today), labelOfKey(timeSlot, order.expectSlot)];
  return [`您希望${[day[0], slot[0]].join(' ').trim()}`, `You asked for ${[day[1], slot[1]].join(' ').trim()}`];
}

/** Return the newest fact of the visit: expected, arrived or finished. */
async function latestOf(reading: Reading, { order, visit }: OrderCase, stage: string): Promise<Label | null> {
  if (!visit) return null;
  const today = reading.today();
  if (stage === 'onTheWay' && visit.departTime) {
    const km = await systemKm(reading, visit);
    if (km === null) return null;
    const { speedKmh } = await roadsOf(reading);
    const [zh, en] = whenWords(addMinutes(visit.departTime, travelMinutes(Number(km), speedKmh)), today);
    return [`大约${zh} 到`, `Expected ${en}`];
  }
  const finished = stage === 'done' ? (order.finishTime ?? visit.finishTime) : null;
  if (finished) {
    const [zh, en] = whenWords(finished, today);
    return [`${zh} 做完`, `Finished ${en}`];
  }
  if (!visit.arriveTime || !['working', 'paused'].includes(stage)) return null;
  const [zh, en] = whenWords(visit.arriveTime, today);
  return [`${zh.replace('今天 ', '')} 到的`, `Arrived ${en}`];
}

async function visitorOf(reading: Reading, { visit }: OrderCase, stage: string): Promise<PageVisitor | null> {
  if (!visit || ['registered', 'onHold', 'again', 'cancelled'].includes(stage)) return null;
  const who = await reading.get(technician, visit.technicianId);
  return {
    name: firstName(who.realName),
    no: who.technicianNo,
    vehicle: who.vehicleNo ?? '',
    hasFace: (await attachedFace(reading, who.id)) !== null,
  };
}

function questionOf({ consent: question }: OrderCase, language: Language): PriceQuestion | null {
  if (!question || !mayAnswer(question)) return null;
  return {
    words: withoutNumbers(question.words ?? ''),
    lines: linesIn(question.items, language),
    total: question.totalAmount ?? '0.00',
    photos: (question.photos ?? []).length,
    mark: questionMark(question),
    code: !question.needsCode ? 'none' : question.codeHash ? 'sent' : 'needed',
    wrongCodes: Math.min(question.codeTries ?? 0, MAX_WRONG_CODES),
  };
}

async function billOf(
  reading: Reading,
  { completion }: OrderCase,
  stage: string,
  language: Language,
): Promise<OrderBill | null> {
  if (!completion || stage !== 'done' || !['submitted', 'confirmed'].includes(completion.completeStatus)) return null;
  const { items = [], totalAmount } = await frozenPrice(reading, completion);
  const [total, paid] = [totalAmount ?? '0.00', completion.practicalAmount ?? '0.00'];
  return { lines: linesIn(items, language), total, paid, open: new Big(total).minus(paid).toFixed(2) };
}

/** Return the answer to the newest question about a price; none while it is open. */
function priceAnswer({ consent: question }: OrderCase, today: string): CustomerAnswer[] {
  if (!question?.answerTime || !['agreed', 'refused'].includes(question.consentStatus ?? '')) return [];
  const { totalAmount, consentStatus, answerTime } = question;
  const words: Label =
    consentStatus === 'agreed'
      ? [`您同意了 ${totalAmount} 元`, `You agreed to CNY ${totalAmount}`]
      : [`您没有同意 ${totalAmount} 元`, `You did not agree to CNY ${totalAmount}`];
  return [{ words, at: whenWords(answerTime, today) }];
}

/** Return the open wish for another time. */
function wishAnswer({ order }: OrderCase, today: string): CustomerAnswer[] {
  if (!order.wishDate || !order.wishTime) return [];
  const [day, slot] = [dayWords(order.wishDate, today), labelOfKey(timeSlot, order.wishSlot)];
  const wish = (at: 0 | 1): string => `${day[at]} ${slot[at]}`.trim();
  return [
    {
      words: [`您想改到${wish(0)}，我们会联系您`, `You wish ${wish(1)}. We will contact you`],
      at: whenWords(order.wishTime, today),
    },
  ];
}

/** Return the answers of the customer that are open or stored, each with its moment. */
const answersOf = (of: OrderCase, urge: Row<typeof urgeForm> | undefined, today: string): CustomerAnswer[] => [
  ...priceAnswer(of, today),
  ...wishAnswer(of, today),
  ...(urge
    ? [
        {
          words: ['您催过了，我们会尽快答复', 'You asked us to hurry. We will answer soon'] as const,
          at: whenWords(urge.createTime, today),
        },
      ]
    : []),
];

/** Return the matter of an order and its place, as its customer recognizes them. */
async function subjectOf(reading: Reading, of: OrderCase): Promise<Label> {
  const { repairType: system, faultCategory: fault, address } = of.order;
  const matter = [labelOfKey(repairType, system), labelOfKey(faultCategory, fault)];
  const place = placeWords(await estateName(reading, of.order.premisesId), address);
  const words = (at: 0 | 1, between: string): string =>
    [
      matter
        .map((one) => one[at])
        .filter(Boolean)
        .join(' '),
      place[at],
    ]
      .filter(Boolean)
      .join(between);
  return [words(0, '，'), words(1, ', ')];
}

/** Return the choices of the forms of a page. */
const formsOf = (today: string): Pick<OrderPage, 'days' | 'slots' | 'reasons'> => ({
  days: pageChoices(
    Array.from({ length: DAYS }, (_, at) => addDays(today, at)),
    (key) => dayWords(key, today),
  ),
  slots: pageChoices(Object.keys(timeSlot.items), (key) => labelOfKey(timeSlot, key)),
  reasons: pageChoices(REASONS, (key) => labelOfKey(cancelReason, key)),
});

/** Return the page of an order for its customer. */
export async function orderPage(reading: Reading, id: string, language: Language): Promise<OrderPage> {
  const of = await caseOf(reading, id);
  const { order, visit } = of;
  const [stage, today] = [stageOf(of), reading.today()];
  const [urge] = await reading.find(
    urgeForm,
    { registrationFormId: id, source: 'wechat', urgeStatus: ['open', 'escalated'] },
    { first: 1 },
  );
  const question = questionOf(of, language);
  const isUrgeable = mayUrge(order.registerStatus) && urge === undefined;
  return {
    ...(await companyOfPage(reading)),
    headline: headline(stage, order.receiptsType),
    subject: await subjectOf(reading, of),
    when: ['done', 'cancelled'].includes(stage) ? null : whenOf(of, today),
    latest: await latestOf(reading, of, stage),
    steps: orderSteps(stage, order.receiptsType),
    visitor: await visitorOf(reading, of, stage),
    question,
    answers: answersOf(of, urge, today),
    bill: await billOf(reading, of, stage, language),
    photos: (await photosOfWork(reading, of)).length,
    maySign: question !== null && of.completion?.signFile === null,
    mayUrge: isUrgeable,
    mayMove: mayMove(order.registerStatus, visit?.taskStatus ?? null),
    mayCancel: mayCancel(order.registerStatus, order.visitCount, visit !== null),
    ...formsOf(today),
    turn: `${order.urgeCount ?? 0} ${order.wishTime ?? ''}`,
  };
}
