import { expect, test } from 'vitest';
import { telemetryGaps } from './telemetry-step.rules.ts';

test('no step and a confirmed one ask nothing; an unconfirmed one asks why, and is content with it', () => {
  expect(telemetryGaps(null, '')).toEqual([]);
  expect(telemetryGaps({ isConfirmed: true, minutes: 10 }, '')).toEqual([]);
  expect(telemetryGaps({ isConfirmed: false, minutes: 3 }, ' ').map(({ section }) => section)).toEqual(['telemetry']);
  expect(telemetryGaps({ isConfirmed: false, minutes: 3 }, '客户要出门')).toEqual([]);
});
