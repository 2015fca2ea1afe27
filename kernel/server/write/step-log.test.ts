import { expect, test } from 'vitest';
import { skill } from '#business/masterdata/people/skill.paper.ts';
import { describeAnswer, keeper, sample } from '#kernel/testing/sample.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';

const printed: string[] = [];
const server = await openTestServer(import.meta.url, { printed, env: { LOG_LEVEL: 'debug', CALL_LOG: 'on' } });

test('a call logged at debug prints the steps of its acts with milliseconds, and no values', async () => {
  const admin = await keeper(server);
  const body = await sample(server, skill);
  const answer = await admin.post(`${skill.path}/submit`, body);
  expect(answer.status, describeAnswer(answer)).toBe(200);
  const stepLine = (): string | undefined => printed.find((line) => line.includes('skill.add sendRow'));
  await expect.poll(stepLine).toBeDefined();
  const { steps } = JSON.parse(stepLine() ?? '{}') as { steps: { kind: string; count: number; ms: number }[] };
  expect(steps.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['skill.add readValues', 'skill.add lockAbove', 'skill.add sendRow', 'skill.add saved']),
  );
  expect(steps.every(({ count, ms }) => count > 0 && ms >= 0)).toBe(true);
  expect(stepLine()).not.toContain(String(body.skillName));
});
