import type { OwnCall } from '#kernel/server';
import { caller } from './caller.server.ts';
import { find } from './find.server.ts';
import { preview } from './preview.server.ts';

const below = 'blade-maintenance/webApi/desk';

/** The calls of the intake desk; they belong to the repair form, whose readers they serve. */
export const deskCalls: readonly OwnCall[] = [
  {
    method: 'GET',
    path: `${below}/find`,
    needs: 'view',
    query: ['text'],
    summary: ['来电受理：查找', 'Desk: find a caller'],
    read: ({ query }, reading) => find(reading, query.text ?? ''),
  },
  {
    method: 'GET',
    path: `${below}/caller`,
    needs: 'view',
    query: ['customerId'],
    summary: ['来电受理：客户一览', 'Desk: everything about a caller'],
    read: ({ query }, reading) => caller(reading, query.customerId),
  },
  {
    method: 'POST',
    path: `${below}/preview`,
    needs: 'view',
    summary: ['来电受理：保障与重复预判', 'Desk: who pays, and was it reported already'],
    read: ({ body }, reading) => preview(reading, body, reading.language),
  },
];
