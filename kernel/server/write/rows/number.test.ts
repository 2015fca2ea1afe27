import { expect, test } from 'vitest';
import { isPaperNumber } from '#kernel/language/field.ts';
import { fieldsOf } from '#kernel/language/paper.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { transact } from '../transaction.ts';

const server = await openTestServer(import.meta.url);
const paper = [...server.app.papers.values()].find((one) => fieldsOf(one).some(([, field]) => isPaperNumber(field)))!;

test('requests at once share counter updates: each number is used once, without a gap', async () => {
  const tenancy = (await server.app.ports.tenancy('000000'))!;
  const person = (await server.app.ports.person(tenancy, (await server.as('administrator')).id))!;
  const actor = {
    tenancy,
    person,
    language: 'zh' as const,
    origin: { requestId: 'numbers', ip: '', channel: 'system' },
  };
  const value = async (): Promise<number> =>
    Number(
      (
        await server.tables<{ n: string }>(
          "select coalesce(sum(value), 0) as n from anju_counter where tenant_id = '000000' and rule = $1",
          [paper.table],
        )
      )[0].n,
    );
  const before = await value();
  const numbers = (
    await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        transact(server.app, actor, (context) => context.numbers(paper, 1 + (at % 3))),
      ),
    )
  ).flat();
  expect(new Set(numbers).size).toBe(60);
  expect(await value()).toBe(before + 60);
});
