import { relation } from '#kernel/server';
import { deviceCommand } from './device-command.paper.ts';

/** Columns of commands that other rooms may read in their SQL. */
export const commandFacts = relation(deviceCommand, [
  'deviceId',
  'source',
  'execStatus',
  'content',
  'resultJson',
  'commandTime',
]);
