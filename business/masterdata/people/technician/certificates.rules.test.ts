import { expect, test } from 'vitest';
import { endingBefore } from './certificates.rules.ts';
import type { TechnicianSkill } from './technician.paper.ts';

const skill = (skillId: string, expireDate?: string): TechnicianSkill => ({ skillId, level: 3, expireDate });
const ending = (skills: TechnicianSkill[], day: string): string[] =>
  endingBefore(skills, day).map((one) => one.skillId);

test('到那天为止到期的证书都列出，已过期的在内，先到期的在前 certificates that expire by a day are sorted by their end', () => {
  const skills = [
    skill('gas', '2027-01-22'),
    skill('cold', '2027-01-23'),
    skill('boiler', '2025-12-31'),
    skill('power', '2027-01-21'),
  ];
  expect(ending(skills, '2027-01-22')).toEqual(['boiler', 'power', 'gas']);
  expect(ending(skills, '2025-12-30')).toEqual([]);
  // The technician's own list is not reordered.
  expect(skills.map((one) => one.skillId)).toEqual(['gas', 'cold', 'boiler', 'power']);
});

test('没有到期日的证书永不到期 a certificate without a day never expires', () => {
  expect(ending([skill('a'), skill('b', '')], '9999-12-31')).toEqual([]);
  expect(ending([], '2026-11-23')).toEqual([]);
});
