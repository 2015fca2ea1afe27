import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Lifecycle } from '#kernel/language/lifecycle.ts';
import { type AnyPaper, columnOf } from '#kernel/language/paper.ts';
import { paperNamed } from '#kernel/server/house.ts';
import { removeRow, restoreRow } from '#kernel/server/write/remove.ts';
import { type Transaction, transact } from '#kernel/server/write/transaction.ts';
import { stays, titled } from '../choose.ts';
import { type Body, keeper, sample, saved, told } from '../sample.ts';
import { openStory } from '../story.ts';

const story = await openStory(import.meta.url);
const admin = await keeper(story);
const all = [{ kind: 'all' }] as const;

/** The paper as if every state of it could be removed: some with lines never can, the next one may. */
const removable = (paper: AnyPaper): AnyPaper =>
  (paper.lifecycle ? { ...paper, lifecycle: { ...paper.lifecycle, removable: Object.keys((paper.lifecycle as Lifecycle).states.items) } } : paper);

async function within(paper: AnyPaper, work: (tx: Transaction) => Promise<unknown>): Promise<void> {
  const tenancy = (await story.house.ports.tenancy('000000'))!;
  const person = (await story.house.ports.person(tenancy, admin.id))!;
  const house = { ...story.house, papers: new Map([...story.house.papers, [paper.name, paper]]) };
  await transact(house, { tenancy, person, language: 'zh', origin: { requestId: randomUUID(), ip: '', channel: 'admin' } }, work);
}

describe.each(titled((paper) => Object.keys(paper.lines ?? {}).length > 0))('%s', (_title, paper) => {
  const [[name, line]] = Object.entries(paper.lines ?? {}) as [string, { paper: string; parent: string }][];
  const child = paperNamed(story.house, line.paper);

  test('删除后恢复：随单删除的明细回来，先前删掉的不回来 the lines that were removed with it come back, those removed before do not', async () => {
    const of = removable(paper);
    const lines: Body[] = [];
    for (let n = 0; n < 3; n++) lines.push(await sample(story, child, { [line.parent]: undefined }));
    const header = await saved(story, paper, { [name]: lines });
    const before = (await admin.get(`${paper.path}/detail`, { id: header.id })).data[name] as Body[];
    expect(before).toHaveLength(3);
    const kept = before.slice(0, 2).map((one) => one.id);
    const changed = await admin.post(`${paper.path}/update`, { ...stays(paper, header), [name]: before.slice(0, 2) });
    expect(changed.status, told(changed)).toBe(200);
    await within(of, (tx) => removeRow(tx, of, header.id, all));
    expect((await admin.get(`${child.path}/list`, { id: String(kept[0]) })).data.records).toEqual([]);
    // A line alone has nothing to come back to.
    expect((await admin.post(`${child.path}/restore`, { id: kept[0] })).reason).toBe('row.missing');
    await within(of, (tx) => restoreRow(tx, of, header.id, all));
    expect(((await admin.get(`${paper.path}/detail`, { id: header.id })).data[name] as Body[]).map((one) => one.id)).toEqual(kept);
    const living = await story.tables<{ n: number }>(`select count(*)::int as n from ${child.table} where ${columnOf(line.parent)} = $1 and is_deleted = 0`, [header.id]);
    expect(living[0].n).toBe(2);
  });
});
