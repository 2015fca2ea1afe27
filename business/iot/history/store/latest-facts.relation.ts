import { relationOf } from '#kernel/server';
import { telemetryTables } from './telemetry-tables.server.ts';

/** Columns of the latest values that other rooms may read in their SQL. */
export const latestFacts = relationOf(telemetryTables, 'iot_device_latest', ['ts', 'data', 'times']);
