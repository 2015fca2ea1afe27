import { expect, test } from 'vitest';
import { callIn, isScopePath } from './call-pattern.rules.ts';

test('接口权限的写法拆成方法与路径，/api 可写可不写 a pattern is a method, where one is named, and a path', () => {
  expect(callIn('GET /api/blade-system/user/**')).toEqual({ method: 'GET', path: 'blade-system/user/**' });
  expect(callIn('  post   /blade-system/user/submit ')).toEqual({ method: 'POST', path: 'blade-system/user/submit' });
  for (const text of ['/api/blade-system/user', 'blade-system/user', 'api/blade-system/user'])
    expect(callIn(text)).toEqual({ path: 'blade-system/user' });
  // A path whose first letters are a method name, without a space after them, has no method.
  expect(callIn('getters/list')).toEqual({ path: 'getters/list' });
  expect(callIn('')).toEqual({ path: '' });
});

test('须指明服务，登录与核心接口封不了 a scope names a service, and never the login', () => {
  for (const path of [
    '/api/blade-system/user/**',
    'POST blade-maintenance/webApi/ascustomer/submit',
    'blade-system/user/detail/{id}',
    ' get /blade-system/** ',
  ])
    expect([path, isScopePath(path)]).toEqual([path, true]);
  for (const path of [
    '',
    '/**',
    '/api/**',
    'blade-system',
    'blade-**',
    '/api/blade-auth/oauth/token',
    'BLADE-AUTH/**',
    'GET /api/blade-core/events',
    'DELETE /api/blade-system/user/remove',
    'blade-system/*/list',
    "blade-system/user' or 1=1",
    'https://blade-system/user',
  ])
    expect([path, isScopePath(path)]).toEqual([path, false]);
});
