import { relation } from '#kernel/server';
import { serviceFile } from './service-file.paper.ts';

/** Fields that statements of other rooms read. */
export const serviceFileFacts = relation(serviceFile, ['fileNo', 'customerId', 'premisesId', 'address', 'keyNote']);
