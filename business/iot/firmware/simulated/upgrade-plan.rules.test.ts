import { expect, test } from 'vitest';
import { outcomeOf, planOf } from './upgrade-plan.rules.ts';

const notice = { id: '7', module: 'mcu', version: '2.4.0' };
const plan = (outcome: ReturnType<typeof outcomeOf>) => planOf(notice, { outcome, before: '2.3.1', stepMs: 1000 });
const lastOf = (outcome: ReturnType<typeof outcomeOf>) => plan(outcome).at(-1)?.body;

test('about 6.5 % of simulated upgrades fail, each kind with its share', () => {
  const counts: Record<string, number> = {};
  for (let at = 0; at < 10_000; at += 1) {
    const outcome = outcomeOf(at / 10_000);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  expect(counts).toEqual({ download: 300, checksum: 100, rollback: 50, silent: 200, success: 9350 });
});

test('a simulated device ends its upgrade as its outcome demands', () => {
  expect(lastOf('success')).toEqual({ module: 'mcu', version: '2.4.0' });
  expect(lastOf('rollback')).toEqual({ module: 'mcu', version: '2.3.1' });
  expect(lastOf('download')).toMatchObject({ state: 'failed', step: -2 });
  expect(lastOf('checksum')).toMatchObject({ state: 'failed', step: -3 });
  expect(lastOf('silent')).toMatchObject({ state: 'rebooting' });
  expect(plan('success').map(({ afterMs }) => afterMs)).toEqual([1000, 2000, 3000, 4000, 5000, 6000]);
  expect(planOf({ ...notice, dev: 'hp-1' }, { outcome: 'success', before: '1', stepMs: 1 })[0].body).toMatchObject({
    dev: 'hp-1',
  });
});
