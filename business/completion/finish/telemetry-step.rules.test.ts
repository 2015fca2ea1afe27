import { expect, test } from 'vitest';
import { telemetryGaps } from './telemetry-step.rules.ts';

test('an unconfirmed step needs a reason; a confirmed or absent one needs none', () => {
  expect(telemetryGaps(null, '')).toEqual([]);
  expect(telemetryGaps({ isConfirmed: true, minutes: 10 }, '')).toEqual([]);
  expect(telemetryGaps({ isConfirmed: false, minutes: 3 }, ' ').map(({ section }) => section)).toEqual(['telemetry']);
  expect(telemetryGaps({ isConfirmed: false, minutes: 3 }, '客户要出门')).toEqual([]);
});
