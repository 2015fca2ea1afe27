import { expect, test } from 'vitest';
import { movesTo, open } from '#kernel/language/lifecycle.ts';
import { mirrorOf } from '../mirror.rules.ts';
import { registrationLifecycle } from '../registration/registration-lifecycle.rules.ts';
import { repairLifecycle } from '../repair-form/repair-lifecycle.rules.ts';
import { urgeLifecycle } from '../urge/urge-lifecycle.rules.ts';
import { priorityOf, raised } from '../urgency.rules.ts';

test('a new form can be accepted, merged, rejected, cancelled or have its cover changed; an accepted one only cancelled', () => {
  expect(open(repairLifecycle, 'submitted')).toEqual(['accept', 'merge', 'reject', 'cancel', 'cover']);
  expect(open(repairLifecycle, 'accepted')).toEqual(['cancel']);
});

test('a form under way is moved by its registration only', () => {
  for (const state of ['dispatched', 'inService', 'finished', 'closed', 'merged'])
    expect(open(repairLifecycle, state)).toEqual([]);
});

test('only a lead reopens a rejected or cancelled form', () => {
  expect(open(repairLifecycle, 'rejected')).toEqual(['reopen']);
  expect(repairLifecycle.actions.reopen.roles).toEqual(['as_cs_lead']);
});

test('a form can follow every move of its registration', () => {
  const steps: [string, string][] = [
    ['registered', 'dispatched'],
    ['dispatched', 'registered'],
    ['dispatched', 'inService'],
    ['inService', 'waiting'],
    ['inService', 'finished'],
    ['finished', 'registered'],
    ['confirmed', 'closed'],
    ['registered', 'cancelled'],
    ['dispatched', 'cancelled'],
  ];
  for (const [from, to] of steps) {
    const [was, becomes] = [mirrorOf(from as 'registered'), mirrorOf(to as 'registered')];
    expect(movesTo(repairLifecycle, becomes, 'mirror'), `${from} → ${to}`).toContain(was);
  }
});

test('a dispatcher holds and releases a registration, a lead cancels it', () => {
  expect(open(registrationLifecycle, 'registered')).toEqual(['hold', 'cancel', 'cover']);
  expect(open(registrationLifecycle, 'waiting')).toEqual(['hold', 'release', 'cancel']);
  expect(registrationLifecycle.actions.hold.roles).toEqual(['as_dispatcher']);
  expect(registrationLifecycle.actions.cancel.roles).toEqual(['as_cs_lead']);
  for (const state of ['inService', 'finished', 'confirmed', 'closed', 'cancelled'])
    expect(open(registrationLifecycle, state)).toEqual([]);
});

test('a leader answers an urge that is late', () => {
  expect(open(urgeLifecycle, 'open')).toEqual(['answer']);
  expect(open(urgeLifecycle, 'escalated')).toEqual(['answerEscalated']);
  expect(urgeLifecycle.actions.answerEscalated.roles).toEqual(['as_leader']);
});

test('an urge raises the urgency by one step, but never to a safety risk', () => {
  expect(raised('normal')).toBe('high');
  expect(raised('high')).toBe('critical');
  expect(raised('critical')).toBe('critical');
  expect(raised('safety')).toBe('safety');
});

test('the pool ranks by safety risk, urgency, urges, customer level and waiting time', () => {
  const plain = { urgency: 'normal', urgeCount: 0, customerLevel: 'normal', waitedMinutes: 0 } as const;
  const order = [
    { ...plain, urgency: 'safety' as const },
    { ...plain, urgency: 'high' as const, urgeCount: 1 },
    { ...plain, urgency: 'high' as const },
    { ...plain, customerLevel: 'vip' },
    { ...plain, waitedMinutes: 600 },
    plain,
  ];
  const points = order.map(priorityOf);
  expect(points).toEqual([...points].sort((one, other) => other - one));
});
