import { relationOf } from '#kernel/server';
import { telemetryTables } from './telemetry-tables.server.ts';

/** Columns of the table that statements of other rooms read. */
export const onlineDayFacts = relationOf(telemetryTables, 'iot_online_day', ['online_sec', 'changes']);
