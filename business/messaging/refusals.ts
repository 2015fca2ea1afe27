import { no, refusals } from '#kernel/language/refusal.ts';

/** The refusals about messages, in both languages. */
export const refuse = refusals('maintenance', {
  sendWhat: no(400, ['请选择启用的模板和单据', 'Choose an enabled template and a document']),
  variableMissing: no(400, (about: { names: string }) => [
    `模板变量没有值:${about.names}`,
    `The template lacks values: ${about.names}`,
  ]),
  phonesWrong: no(400, ['请填写正确的手机号（最多50个）', 'Give valid phone numbers, at most 50']),
  messagesMissing: no(400, ['请选择消息', 'Choose messages']),
});
