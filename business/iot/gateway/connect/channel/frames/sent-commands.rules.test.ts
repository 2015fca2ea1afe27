import { expect, test } from 'vitest';
import { SentCommands } from './sent-commands.rules.ts';

const frame = (over: object) => ({
  deviceId: '01',
  msgType: '82',
  msgId: null,
  ts: null,
  props: {},
  events: [],
  unknown: [],
  ...over,
});
const numbered = { hasNumber: true, status: 'result' };

test('an answer names its command by its number, and its status is the result', () => {
  const sent = new SentCommands();
  sent.sent('71', sent.next());
  sent.sent('72', sent.next());
  expect(sent.answeredBy(frame({ msgId: 1, props: { temp: 20 } }), numbered)).toBeNull();
  expect(sent.answeredBy(frame({ msgId: 9, props: { result: 0 } }), numbered)).toBeNull();
  expect(sent.answeredBy(frame({ msgId: '0001', props: { result: 0 } }), numbered)).toMatchObject({
    id: '71',
    code: 200,
  });
  expect(sent.answeredBy(frame({ msgId: 2, props: { result: 5 } }), numbered)).toEqual({
    id: '72',
    code: 5,
    msg: '5',
  });
  expect(sent.answeredBy(frame({ msgId: 2, props: { result: 0 } }), numbered)).toBeNull();
});

test('without numbers a frame that brings nothing else answers the open command', () => {
  const sent = new SentCommands();
  const shape = { hasNumber: false, status: null };
  expect(sent.answeredBy(frame({}), shape)).toBeNull();
  sent.sent('71', sent.next());
  expect(sent.answeredBy(frame({ props: { temp: 3 } }), shape)).toBeNull();
  expect(sent.answeredBy(frame({}), shape)).toMatchObject({ id: '71', code: 200 });
});

test('a command that is sent again is answered by its newest number', () => {
  const sent = new SentCommands();
  sent.sent('71', 1);
  sent.sent('71', 2);
  expect(sent.answeredBy(frame({ msgId: 1, props: { result: 0 } }), numbered)).toBeNull();
  expect(sent.answeredBy(frame({ msgId: 2, props: { result: 0 } }), numbered)?.id).toBe('71');
});
