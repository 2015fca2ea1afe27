import { expect, test } from 'vitest';
import { openStory } from '#kernel/stories/story.ts';
import { Worksite, good } from '../../day/stories/worksite.ts';

const story = await openStory(import.meta.url);
const site = await Worksite.of(story);

test('a customer who does not sign: the reason alone proves nothing, a photo or the signature of a witness does', async () => {
  const of = await site.working(9, '不签字的客户');
  const unsigned = { signFile: null, signRefused: '客户说要等家人回来' };
  expect(await site.completed(of, {}, { signFile: null })).toMatchObject({ reason: 'maintenance.completionIncomplete', msg: expect.stringContaining('请客户签名') });
  expect(await site.completed(of, {}, unsigned)).toMatchObject({ reason: 'maintenance.completionIncomplete', msg: expect.stringContaining('照片或见证人签名') });
  const done = good(await site.completed(of, {}, { ...unsigned, refusedProof: await site.photo() })).data;
  expect(done).toMatchObject({ completeStatus: 'submitted', signRefused: '客户说要等家人回来' });
  expect(done.refusedProof).toBeTruthy();
});
