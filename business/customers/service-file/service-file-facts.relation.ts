import { relation } from '#kernel/server';
import { serviceFile } from './service-file.paper.ts';

/** Fields that SQL statements of other rooms may read. */
export const serviceFileFacts = relation(serviceFile, ['fileNo', 'customerId', 'premisesId', 'address', 'keyNote']);
