import { relationOf } from '#kernel/server';
import { telemetryTables } from './telemetry-tables.server.ts';

/** Columns of the online time by day that other rooms may read in their SQL. */
export const onlineDayFacts = relationOf(telemetryTables, 'iot_online_day', ['online_sec', 'changes']);
