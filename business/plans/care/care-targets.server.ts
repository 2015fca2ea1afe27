import type { Context, Reading } from '#kernel/server';
import type { PushTargets } from '../push/push-targets.server.ts';
import { care } from './care.paper.ts';

/** Return the text of messages of care. */
async function valuesOf(reading: Reading, ids: readonly string[]) {
  const rows = await reading.find(care, { id: [...ids] }, { limit: ids.length || 1 });
  return new Map(
    rows.map(({ id, title, content, linkUrl }) => [id, { title, content, ...(linkUrl && { linkUrl }) }] as const),
  );
}

/** Messages of care as targets of pushes. No rule pushes them: their customers are frozen when they are sent. */
export const careTargets: PushTargets = {
  name: 'care',
  scenes: ['care'],
  paper: care,
  column: 'careId',
  bizType: 'care',
  variables: [
    { name: 'title', label: ['标题', 'Title'] },
    { name: 'content', label: ['内容', 'Content'] },
    { name: 'linkUrl', label: ['跳转链接', 'Link'] },
  ],
  sql: () => null,
  values: valuesOf,
  async hold(context: Context, ids: readonly string[]) {
    const rows = await context.find(care, { id: [...new Set(ids)] }, { limit: ids.length || 1 });
    return new Set(rows.filter((one) => one.sendStatus === 'sending').map((one) => one.id));
  },
  async pushed() {},
};
