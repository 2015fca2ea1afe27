import { relation } from '#kernel/server';
import { alarm } from './alarm.paper.ts';

/** Columns of alarms that other rooms may read in their SQL. */
export const alarmFacts = relation(alarm, [
  'deviceId',
  'alarmNo',
  'modelId',
  'householdId',
  'ruleId',
  'ruleCode',
  'alarmType',
  'level',
  'troubleCode',
  'startTime',
  'faultTime',
  'recoverTime',
  'alarmStatus',
  'confirmTime',
  'releaseTime',
  'repairDue',
  'repairFormId',
  'suppressedBy',
  'shelvedUntil',
  'verdict',
  'verifyFrom',
  'verifyUntil',
  'raisedBy',
]);
