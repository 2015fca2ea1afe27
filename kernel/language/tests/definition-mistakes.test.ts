import { expect, test } from 'vitest';
import { text } from '#kernel/fields/text/text.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { behaviour } from '#kernel/server/assembly/behaviour.ts';
import { dictionary } from '../dictionary.ts';
import { lifecycle } from '../lifecycle.ts';
import { type Draft, type Row, paper } from '../paper.ts';

// Mistakes that the compiler must refuse. If one compiles, its unused `expect-error` is itself an error of `npm run
// check`.
const jobState = dictionary(
  'job_state',
  ['状态', 'State'],
  { waiting: ['等待', 'Waiting'], done: ['完成', 'Done'] },
  { sealed: true },
);
const action = (from: 'waiting', to: 'done') => ({ label: ['完成', 'Finish'], from: [from], to, roles: [] }) as const;

const job = paper('job', {
  title: ['工作', 'Job'],
  table: 'job',
  path: 'job',
  rights: { read: [] },
  caption: 'name',
  lifecycle: lifecycle({
    field: 'state',
    states: jobState,
    actions: { finish: action('waiting', 'done') },
    ends: ['done'],
  }),
  fields: {
    name: text(['名称', 'Name'], { required: true }),
    note: text(['备注', 'Note']),
    state: dict(jobState, ['状态', 'State'], { required: true, auto: true }),
  },
});

export function mistakes(row: Row<typeof job>): unknown[] {
  return [
    // prettier-ignore
    // @ts-expect-error -- 1: an action from a state that does not exist
    lifecycle({ field: 'state', states: jobState, actions: { finish: { ...action('waiting', 'done'), from: ['wating'] } }, ends: ['done'] }),
    // prettier-ignore
    // @ts-expect-error -- 2: an action to a state that does not exist
    lifecycle({ field: 'state', states: jobState, actions: { finish: { ...action('waiting', 'done'), to: 'finished' } }, ends: ['done'] }),
    // @ts-expect-error -- 3: a final state that does not exist
    lifecycle({ field: 'state', states: jobState, actions: {}, ends: ['over'] }),
    // @ts-expect-error -- 4: an effect of an action that the paper does not have
    behaviour(job, { actions: { finnish: async () => {} } }),
    // @ts-expect-error -- 5: a value that is not among the choices
    row.state === 'dnoe',
    // @ts-expect-error -- 6: a field that is misspelt
    row.nmae,
    // @ts-expect-error -- 7: a text that may be empty, read as if it were always there
    row.note.length,
    // @ts-expect-error -- 8: a draft without a required value
    { note: 'x' } satisfies Draft<typeof job>,
    // prettier-ignore
    // @ts-expect-error -- 9: a caption that names no field
    paper('other', { title: ['别的', 'Other'], table: 'other', path: 'other', rights: { read: [] }, caption: 'nmae', fields: { name: text(['名称', 'Name']) } }),
  ];
}

test('a definition without mistakes says what its rows are', () => {
  const row = { name: '换滤芯', state: 'waiting' } as Row<typeof job>;
  expect(row.name.length + (row.note?.length ?? 0)).toBe(3);
  expect(Object.keys(job.fields)).toEqual(['name', 'note', 'state']);
});
