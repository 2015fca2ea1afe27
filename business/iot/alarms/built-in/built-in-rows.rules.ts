import { airWaterCodes } from './air-water-codes.rules.ts';
import type { BuiltInCode } from './built-in-code.rules.ts';
import { heatingCodes } from './heating-codes.rules.ts';

/** The trouble codes that ship with the product. */
export const builtInCodes: readonly BuiltInCode[] = [...heatingCodes, ...airWaterCodes];

/** Return the row of a built-in trouble code, without the fields that differ by company. */
export const builtInCodeRow = (one: BuiltInCode) => ({
  code: one.code,
  name: one.name[0],
  nameEn: one.name[1],
  level: one.level,
  source: one.source ?? null,
  lookAt: one.lookAt?.join(', ') ?? null,
  cause: one.cause,
  solutionZh: one.solution[0],
  solutionEn: one.solution[1],
  autoRepair: one.repair ?? ('no' as const),
  safety: one.safety ?? false,
});

/** Return the alarm rule that detects a built-in trouble code, without its model and company. */
export const builtInRule = (one: BuiltInCode) => ({
  ruleName: one.name[0],
  ruleNameEn: one.name[1],
  ruleCode: `${one.code.toLowerCase()}_${one.category}`,
  scope: 'model' as const,
  alarmType: one.source ? ('trouble_code' as const) : ('threshold' as const),
  createRules: [
    {
      level: one.level,
      ...(one.condition && { condition: one.condition }),
      ...(one.holdSec ? { mode: 'duration' as const, holdSec: one.holdSec } : { mode: 'simple' as const }),
    },
  ],
  ...(one.clear && { clearRule: { condition: one.clear } }),
});

/**
 * The rule that reports a device offline for ten minutes. While a gateway is offline, its sub-devices raise no alarm.
 */
export const offlineRule = {
  ruleName: '设备离线',
  ruleNameEn: 'Device offline',
  ruleCode: 'device_offline',
  scope: 'tenant' as const,
  alarmType: 'offline' as const,
  createRules: [{ level: 'minor', mode: 'duration' as const, holdSec: 600 }],
  suppression: { parent: true },
};
