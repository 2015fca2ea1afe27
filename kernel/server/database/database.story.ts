import { describe, expect, it } from 'vitest';
import { openStory } from '#kernel/stories/story.ts';

const story = await openStory(import.meta.url);
const tenancy = { tenantId: '000000', zone: 'Asia/Shanghai' };
const note = "insert into anju_captcha (id, answer, until) values ($1, 'x', '2030-01-01')";
const kept = async (): Promise<string[]> => (await story.tables<{ id: string }>("select id from anju_captcha where id like 'story %' order by id")).map((row) => row.id);

describe('statements that nobody waits for', () => {
  it('are kept with the transaction they stand in', async () => {
    await story.house.db.write(tenancy, async (sql) => { sql.later(note, ['story 1']); });
    expect(await kept()).toEqual(['story 1']);
  });
  it('take the whole transaction with them when they fail', async () => {
    const work = story.house.db.write(tenancy, async (sql) => { await sql.query(note, ['story 2']); sql.later('select 1 / 0'); return 'done'; });
    await expect(work).rejects.toMatchObject({ code: '22012' });
    expect(await kept()).toEqual(['story 1']);
  });
  it('are named as the reason by whatever comes after them', async () => {
    const work = story.house.db.write(tenancy, async (sql) => { sql.later('select 1 / 0'); return sql.query('select 1'); });
    await expect(work).rejects.toMatchObject({ code: '22012' });
  });
  it('are forgiven where a savepoint took them back', async () => {
    await story.house.db.write(tenancy, async (sql) => {
      await sql.query('savepoint before');
      sql.later('select 1 / 0');
      await sql.query('select 1').catch(() => {});
      await sql.query('rollback to savepoint before');
      await sql.query(note, ['story 3']);
    });
    expect(await kept()).toEqual(['story 1', 'story 3']);
  });
});

describe('fresh ids', () => {
  it('are never given twice, and grow with time and order', async () => {
    const ids = await Promise.all(Array.from({ length: 300 }, () => story.house.ids.next(story.clock.ms())));
    expect(new Set(ids).size).toBe(300);
    story.clock.pass(1);
    const later = await story.house.ids.next(story.clock.ms());
    expect(ids.every((id) => BigInt(id) < BigInt(later))).toBe(true);
    const [{ id }] = await story.tables<{ id: string }>('select next_id($1) as id', [story.clock.ms() + 1]);
    expect(BigInt(later)).toBeLessThan(BigInt(id));
  });
});
