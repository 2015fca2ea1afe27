import { relationOf } from '#kernel/server';
import { telemetryTables } from './telemetry-tables.server.ts';

/** Columns of the table that statements of other rooms read. */
export const telemetryFacts = relationOf(telemetryTables, 'iot_telemetry', ['data', 'meta']);
