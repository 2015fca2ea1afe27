import { relationOf } from '#kernel/server';
import { telemetryTables } from './telemetry-tables.server.ts';

/** Columns of the messages that other rooms may read in their SQL. */
export const telemetryFacts = relationOf(telemetryTables, 'iot_telemetry', ['data', 'meta']);
