import { relation } from '#kernel/server';
import { premises } from './premises.paper.ts';

/** Fields that SQL statements of other rooms may read. */
export const premisesFacts = relation(premises, [
  'premisesName',
  'districtCode',
  'customerServiceTeam',
  'baseDistanceKm',
  'accessNote',
  'waterHardness',
]);
