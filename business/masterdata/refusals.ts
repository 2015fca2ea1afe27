import type { Label } from '#kernel/language/label.ts';
import { no, refusals } from '#kernel/language/refusal.ts';

/** The refusals about people and standards, in both languages. */
export const refuse = refusals('maintenance', {
  workAfterLastDay: no(409, (about: { name: string; words: Label; nos: readonly string[]; more: boolean }) => [
    `${about.name}在最后工作日之后还有未完成的${about.words[0]}：${about.nos.join('、')}${about.more ? ' 等' : ''}，请先转派`,
    `${about.name} has open ${about.words[1]} after the last day: ${about.nos.join(', ')}${about.more ? ' and more' : ''}. Hand them over first`,
  ]),
  technicianTied: no(409, (about: { name: string; zh: string; en: string }) => [
    `${about.name}还有${about.zh}，不能停用或删除`,
    `${about.name} still has ${about.en} and cannot be disabled or removed`,
  ]),
});
