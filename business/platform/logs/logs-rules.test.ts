import { expect, test } from 'vitest';
import type { Field } from '#kernel/language/field.ts';
import { bilingual } from '#kernel/language/label.ts';
import { rooms } from '../../../server/rooms.ts';
import { callFields } from './call-fields.rules.ts';
import { eventOf, eventWords } from './event.rules.ts';
import { logApi } from './log-api.paper.ts';
import { logError } from './log-error.paper.ts';
import { logUsual } from './log-usual.paper.ts';

const papers = rooms.flatMap((room) => room.papers);
const call = (route: string, status = 200) => eventOf({ route, status, summary: ['客户', 'Customer'] });
const event = (route: string): string | undefined => call(route)?.logId;

test('安全相关的调用记为事件，日常工作不记 security-relevant calls are events, everyday work is not', () => {
  expect(
    [
      '/api/blade-auth/oauth/token',
      '/api/blade-auth/logout',
      '/api/blade-core/reveal',
      '/api/blade-system/role/grant',
      '/api/blade-system/user/reset-password',
      '/api/blade-system/user/update-password',
      '/api/blade-system/user/unlock',
      '/api/blade-system/user/remove',
      '/api/blade-system/device/connect/config/del/son',
      '/api/blade-system/user/import-user',
    ].map(event),
  ).toEqual(['login', 'logout', 'reveal', 'grant', 'password', 'password', 'unlock', 'remove', 'remove', 'import']);
  for (const everyday of ['list', 'detail', 'submit', 'removed', 'token/keep', 'grant-tree', 'import/check', 'grants'])
    expect(event(`/api/blade-system/user/${everyday}`)).toBeUndefined();
});

test('每种单据的每条导出路径都记为导出 every way to export any paper is noted', () => {
  const paths = papers.flatMap((paper) => [
    `/api/${paper.path}/export`,
    ...(paper.calls?.export ?? []).map((one) => `/api/${paper.path}/${typeof one === 'string' ? one : one.path}`),
  ]);
  expect(paths.filter((path) => event(path) !== 'export')).toEqual([]);
});

test('做成是信息，被拒是警告，失败是错误，两种语言都说清 done, refused and failed differ in level and words', () => {
  const eventOfStatus = (status: number) => {
    const { logLevel, logData } = call('/api/ascustomer/merge', status)!;
    return [logLevel, ...bilingual(logData)];
  };
  expect(eventOfStatus(200)).toEqual(['info', '合并 · 客户 · 成功', 'Merged · Customer · done']);
  expect(eventOfStatus(399)[0]).toBe('info');
  expect(eventOfStatus(400)).toEqual(['warn', '合并 · 客户 · 被拒绝（400）', 'Merged · Customer · refused (400)']);
  expect(eventOfStatus(499)[0]).toBe('warn');
  expect(eventOfStatus(500)).toEqual(['error', '合并 · 客户 · 失败（500）', 'Merged · Customer · failed (500)']);
});

test('太长的说明截到 240 字，两种语言各自截 a long summary is truncated in each language', () => {
  const long = eventOf({ route: '/grant', status: 200, summary: ['权'.repeat(300), 'r'.repeat(300)] })!;
  expect(bilingual(long.logData).map((words) => words.length)).toEqual([240, 240]);
});

test('记下的每种事件都有名字 every event has a label', () => {
  for (const route of ['/token', '/export', '/enable', '/gen-code', '/downloadBatch'])
    expect(eventWords[event(route)!]).toHaveLength(2);
});

test('三种调用日志都说同样的事，谁也改不了 the logs of calls share their fields and cannot be written', () => {
  for (const paper of [logApi, logError, logUsual]) {
    expect(paper.readOnly).toBe(true);
    expect(Object.keys(paper.fields)).toEqual(expect.arrayContaining(Object.keys(callFields)));
  }
  expect(Object.entries<Field>(callFields).filter(([, field]) => !field.auto)).toEqual([]);
});
