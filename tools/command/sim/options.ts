import { MISBEHAVIOURS } from '#business/iot/simulator/verify/verify.server.ts';
import type { Misbehaviour } from '#business/iot/simulator/simulated-home.server.ts';
import { StartupError } from '#kernel/server/settings/startup-error.ts';

export const usage = `用法 Usage: npm run sim -- <demo|load|storm|verify>
  demo    [--misbehave ${MISBEHAVIOURS.join('|')}] [--fault E01] [--home 家庭号 id] [--duration 秒 s]
          演示公司的家庭在网关后生活 the homes of the demo company live behind the gateway
  load    [--conns 500] [--rate 1000] [--keys 12] [--qos 1] [--duration 30]
          按速率发送，打印百分位 sends at a rate and prints percentiles
  storm   [--reconnect 1000] [--rounds 1]
          同时断线、同时重连 everybody loses the line and comes back at once
  verify  [--of homes|load] [--homes 50] [--duration 40] [--misbehave all|none|…]
          账本：确认过的报文都在，只有一份 the ledger: what was acknowledged is stored once
  通用 all [--tenant 000000] [--host 127.0.0.1] [--port 1883] [--keep]`;

/** Read a whole number of the command line; refuse an invalid one with an explanation. */
export function numberOf(
  text: string | undefined,
  initial: number,
  { least = 1, most }: { least?: number; most: number },
): number {
  if (text === undefined) return initial;
  const number = Number(text);
  if (!Number.isInteger(number) || number < least || number > most)
    throw new StartupError(
      `“${text}”不在 ${least} 到 ${most} 之间。`,
      `“${text}” is no whole number from ${least} to ${most}.`,
    );
  return number;
}

/** Return the misbehaviours of simulated homes: `all`, `none`, or names joined by commas. */
export function misbehavioursOf(text: string | undefined, initial: 'all' | 'none'): readonly Misbehaviour[] {
  const list = text ?? initial;
  if (list === 'all') return MISBEHAVIOURS;
  if (list === 'none') return [];
  const names = list.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !(MISBEHAVIOURS as readonly string[]).includes(name));
  if (unknown !== undefined)
    throw new StartupError(
      `没有“${unknown}”这种故障：${MISBEHAVIOURS.join('、')}。`,
      `There is no misbehaviour “${unknown}”: ${MISBEHAVIOURS.join(', ')}.`,
    );
  return names as Misbehaviour[];
}
