import { expect, test } from 'vitest';
import { call } from '#kernel/language/calls/call.ts';
import { anyText } from '#kernel/language/calls/shape.ts';
import { contribution } from '#kernel/language/rooms/contribution.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { implement } from '../http/calls/implement.ts';
import type { Behaviour, OwnCall } from './behaviour.ts';
import { addedTo, contributing, contributionsOf } from './contributed.ts';
import { behavioursOf, extension } from './extension.ts';

const rose = { name: 'rose', path: 'garden/rose' } as AnyPaper;
const called = (path: string): OwnCall =>
  implement(call(rose, path, { method: 'GET', needs: 'view', title: ['花', 'Rose'], answer: anyText }), {
    read: async () => 'red',
  });
const grown: Behaviour = {
  of: rose,
  calls: [called('smell')],
  computed: { height: '1' },
  detail: async () => ({ petals: 5 }),
  timed: { water: { cron: '* * * * *', work: async () => {} } },
};

test('a room adds calls, keys of the detail, computed fields and work by the clock to a paper that does not know it', async () => {
  const adds = extension(rose, {
    calls: [called('vase')],
    computed: { price: '2' },
    detail: async () => ({ vase: 'blue' }),
    timed: { sell: { cron: '0 8 * * *', work: async () => {} } },
  });
  const all = behavioursOf([grown], [adds]).get('rose')!;
  expect(all.calls!.map((one) => one.path)).toEqual(['smell', 'vase']);
  expect(all.computed).toEqual({ height: '1', price: '2' });
  expect(Object.keys(all.timed!)).toEqual(['water', 'sell']);
  expect(await all.detail!({} as never, {} as never)).toEqual({ petals: 5, vase: 'blue' });
});

test('a paper without a behaviour can be extended too; a duplicate name stops the start', () => {
  expect(behavioursOf([], [extension(rose, { calls: [called('vase')] })]).get('rose')!.calls).toHaveLength(1);
  expect(() => behavioursOf([grown], [extension(rose, { calls: [called('smell')] })])).toThrow('smell');
  expect(() => behavioursOf([grown], [extension(rose, { computed: { height: '3' } })])).toThrow('height');
});

test('contributions come in the order of the rooms; a place without contributions is empty', () => {
  const beds = contribution<string>('garden.beds');
  const contributions = contributionsOf([contributing(beds, ['roses']), contributing(beds, ['tulips', 'lilies'])]);
  expect(addedTo({ contributions }, beds)).toEqual(['roses', 'tulips', 'lilies']);
  expect(addedTo({ contributions }, contribution<string>('garden.ponds'))).toEqual([]);
});
