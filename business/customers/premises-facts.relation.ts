import { relation } from '#kernel/server';
import { premises } from './premises.paper.ts';

/** Fields that statements of other rooms read. */
export const premisesFacts = relation(premises, [
  'premisesName',
  'districtCode',
  'customerServiceTeam',
  'baseDistanceKm',
  'accessNote',
]);
