import { relation } from '#kernel/server';
import { manufacturer } from './manufacturer.paper.ts';

/** Fields that SQL statements of other rooms may read. */
export const manufacturerFacts = relation(manufacturer, ['manufacturerName']);
