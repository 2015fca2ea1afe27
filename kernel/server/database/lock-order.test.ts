import { expect, test } from 'vitest';
import { type LockPlaces, joinLockPlaces } from './lock-places.ts';
import { assembleRooms } from '../../../server/assembly.ts';
import { productTree } from '../../../server/rooms.ts';

const chains: readonly LockPlaces[] = (await assembleRooms(productTree)).servers.map((one) => one.locks ?? []);
const nameOf = (place: LockPlaces[number]): string =>
  typeof place === 'string' ? place : 'paper' in place ? place.paper : place.named;
const joined = (all: readonly LockPlaces[]): string[] => joinLockPlaces(all).map(nameOf);

/** Order of locks along the chain of a repair order. Later rooms place their rows between machines and collections. */
const ORDER = [
  'customer',
  'serviceFile',
  'repairForm',
  'registration',
  'dispatchForm',
  'visit',
  'technician',
  'completion',
  'equipment',
  'collection',
  'refund ',
  'invoice',
  'piece',
  'wagePeriod',
  'once aswarehouse ',
  'serial ',
  'stock',
  'message to ',
];

test('rooms join their locks in the declared order', () => {
  // Machines are locked within their customer. They are declared all the same, so that other papers are placed before
  // or after them.
  expect(joined(chains).filter((name) => ORDER.includes(name))).toEqual(ORDER);
});

test('the places of rooms to come join without a circle', () => {
  const places = (...names: readonly string[]): LockPlaces => names.map((named) => ({ named }));
  const later: readonly LockPlaces[] = [
    ['equipment', ...places('serviceOrder'), 'scheme', ...places('serviceCard'), 'planOccurrence', 'collection'],
    ['equipment', ...places('application', 'shipment', 'return', 'toolApplication'), 'collection', 'stock'],
    ['serviceCard', 'toolApplication', ...places('repel', 'claim', 'claimLine'), 'collection'],
  ];
  const all = joined([...chains, ...later]);
  expect(all.filter((name) => ORDER.includes(name))).toEqual(ORDER);
  for (const name of later
    .flat()
    .filter((place) => typeof place !== 'string')
    .map(nameOf)) {
    expect(all.indexOf(name), name).toBeGreaterThan(all.indexOf('equipment'));
    expect(all.indexOf(name), name).toBeLessThan(all.indexOf('collection'));
  }
});
