import { expect, test } from 'vitest';
import { pastedSecrets } from './pasted-secrets.rules.ts';

test('two pasted columns are read with any separator, without heading and empty rows', () => {
  const pair = { deviceKey: 'hp-1', deviceSecret: '0123456789abcdef' };
  for (const between of ['\t', ',', ', ', ';', '，', '  '])
    expect(pastedSecrets(`设备标识*${between}密钥\r\nhp-1${between}0123456789abcdef\n\n`), between).toEqual({
      secrets: [pair],
      unread: [],
    });
});

test('a row with one column or three is named by its number', () => {
  expect(pastedSecrets('hp-1\nhp-2\tx\nhp-3\ta\tb')).toEqual({
    secrets: [{ deviceKey: 'hp-2', deviceSecret: 'x' }],
    unread: [1, 3],
  });
});
