import { no, refusals } from '#kernel/language/refusal.ts';

/** Every “no” about people and standards, in the words that the person reads. */
export const refuse = refusals('maintenance', {
  technicianTied: no(409, (about: { name: string; zh: string; en: string }) => [
    `${about.name}还有${about.zh}，不能停用或删除`,
    `${about.name} still has ${about.en} and cannot be disabled or removed`,
  ]),
});
