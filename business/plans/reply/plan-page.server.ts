import { addDays, daysFrom } from '#kernel/language/days.ts';
import type { Label } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import { schemeName } from '#business/contracts/dictionaries.ts';
import { scheme } from '#business/contracts/scheme/scheme.paper.ts';
import { timeSlot } from '#business/customers/dictionaries.ts';
import { companyOfPage, estateName } from '#business/customers/guest/guest-facts.server.ts';
import {
  type CustomerAnswer,
  type PageChoice,
  pageChoices,
  dayWords,
  labelOfKey,
  placeWords,
  whenWords,
  windowWords,
} from '#business/customers/guest/guest-words.rules.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { isWorkDay } from '../occurrence/occurrence-dates.rules.ts';
import { planOccurrence } from '../occurrence/plan-occurrence.paper.ts';
import type { Occurrence } from '../occurrence/register.server.ts';
import { workDaysOf } from '../occurrence/terms.server.ts';
import {
  HEADLINES,
  type PlanPage,
  type PlanReply,
  type PlanStage,
  planStage,
  REPLIES,
  replyWords,
} from './plan-page.rules.ts';

/** The most days that a page offers. */
const MAX_DAYS = 31;

/** Return the stage of a planned visit under its contract. */
export const planStageOf = (row: Occurrence, of: Pick<Row<typeof scheme>, 'schemeStatus'>, today: string): PlanStage =>
  planStage({
    planStatus: String(row.planStatus),
    schemeStatus: of.schemeStatus,
    hasOrder: row.registrationFormId !== null,
    lastDay: row.windowTo ?? row.planDate,
    today,
  });

/** Return the working days of the window of a visit on which its customer may have it: from tomorrow on. */
export async function daysToChoose(reading: Reading, row: Occurrence): Promise<string[]> {
  const [from, to] = [row.windowFrom ?? row.planDate, row.windowTo ?? row.planDate];
  const tomorrow = addDays(reading.today(), 1);
  const first = from > tomorrow ? from : tomorrow;
  if (first > to) return [];
  const work = await workDaysOf(reading, first, to);
  const last = addDays(first, MAX_DAYS - 1);
  return daysFrom(first, to < last ? to : last).filter((day) => isWorkDay(work, day));
}

/** Return a day with its slot in words. */
function timeWords({ expectDate, expectSlot }: Occurrence, today: string): Label {
  const [day, slot] = [
    expectDate ? dayWords(expectDate, today) : (['', ''] as const),
    labelOfKey(timeSlot, expectSlot),
  ];
  const words = (at: 0 | 1): string => [day[at], slot[at]].filter(Boolean).join(' ');
  return [words(0), words(1)];
}

/** Return the newest reply; none where staff set it, or nobody replied. */
function answersOf(row: Occurrence, today: string): CustomerAnswer[] {
  const reply = REPLIES.find((one) => one === row.customerReply);
  if (!reply || !row.replyTime) return [];
  return [{ words: replyWords(reply as PlanReply, timeWords(row, today)), at: whenWords(row.replyTime, today) }];
}

/** Return the visit and its place, as the customer recognizes them. */
async function subjectOf(reading: Reading, row: Occurrence, address: string | null): Promise<Label> {
  const [name, place] = [
    labelOfKey(schemeName, row.schemeName),
    placeWords(await estateName(reading, row.premisesId), address),
  ];
  const visit: Label = [`第 ${row.occurrenceNo} 次`, `visit ${row.occurrenceNo}`];
  const words = (at: 0 | 1, between: string): string =>
    [[name[at], row.content ?? '', visit[at]].filter(Boolean).join(' '), place[at]].filter(Boolean).join(between);
  return [words(0, '，'), words(1, ', ')];
}

/** Return the time of a visit: that of its work order, the agreed day, or the window. */
async function whenOf(reading: Reading, row: Occurrence, stage: PlanStage): Promise<Label | null> {
  const today = reading.today();
  if (stage === 'done' && row.doneDate) {
    const [zh, en] = dayWords(row.doneDate, today);
    return [`${zh}做的`, `Done ${en}`];
  }
  if (stage !== 'open' && stage !== 'arranged') return null;
  if (row.registrationFormId) {
    const { promiseFrom, promiseTo } = await reading.get(registration, row.registrationFormId);
    if (promiseFrom && promiseTo) {
      const [zh, en] = windowWords(promiseFrom, promiseTo, today);
      return [`约好${zh}`, `Agreed: ${en}`];
    }
  }
  if (row.expectDate) {
    const [zh, en] = timeWords(row, today);
    return [`约在${zh}`, `Planned for ${en}`];
  }
  const [from, to] = [dayWords(row.windowFrom ?? row.planDate, today), dayWords(row.windowTo ?? row.planDate, today)];
  return [`${from[0]} 至 ${to[0]} 之间`, `Between ${from[1]} and ${to[1]}`];
}

/** Return the page of a planned visit for its customer. */
export async function planPage(reading: Reading, id: string): Promise<PlanPage> {
  const row = await reading.get(planOccurrence, id);
  const of = await reading.get(scheme, row.schemeId);
  const today = reading.today();
  const stage = planStageOf(row, of, today);
  const none: readonly PageChoice[] = [];
  const mayReply = stage === 'open';
  return {
    ...(await companyOfPage(reading)),
    headline: HEADLINES[stage],
    subject: await subjectOf(reading, row, of.address),
    when: await whenOf(reading, row, stage),
    answers: stage === 'open' || stage === 'late' ? answersOf(row, today) : [],
    mayReply,
    days: mayReply ? pageChoices(await daysToChoose(reading, row), (key) => dayWords(key, today)) : none,
    slots: mayReply ? pageChoices(Object.keys(timeSlot.items), (key) => labelOfKey(timeSlot, key)) : none,
    turn: String(row.version),
  };
}
