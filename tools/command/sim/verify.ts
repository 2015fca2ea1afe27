import type { LoadOptions } from '#business/iot/simulator/load.server.ts';
import { type Verdict, isGood, verifyHomes, verifyLoad } from '#business/iot/simulator/verify/verify.server.ts';
import { step } from '../steps.ts';
import { misbehavioursOf } from './options.ts';
import type { RunningGateway } from './with-gateway.ts';

interface VerifyOptions extends LoadOptions {
  readonly of: 'homes' | 'load';
  readonly conns: number;
  readonly homes: number;
  readonly misbehave?: string;
}

const verdictWords = (of: Verdict): string =>
  [
    `发送 sent ${of.sent}`,
    `行 rows ${of.rows}`,
    `确认并入库 acknowledged and stored ${of.acknowledged}`,
    `丢失 lost ${of.lost}`,
    `多出 invented ${of.invented}`,
    `重复 twice ${of.twice}`,
    `最新值不对 stale ${of.stale}`,
    `未确认 unacknowledged ${of.unacknowledged}`,
    `未来时刻 future ${of.future}`,
  ].join(', ');

/** Return 0 if every acknowledged message is stored once and the current state is the newest, else 1. */
export async function simVerify(gateway: RunningGateway, options: VerifyOptions): Promise<number> {
  const { app, tenantId, heard } = gateway;
  const place = { tenantId, gateway, heard };
  const verdict =
    options.of === 'load'
      ? await step(`${options.conns} 台设备 devices, ${options.seconds} s`, () =>
          verifyLoad(app, { ...options, ...place }),
        )
      : await step(`${options.homes} 个家庭 homes, ${options.seconds} s`, () =>
          verifyHomes(app, {
            ...place,
            homes: options.homes,
            seconds: options.seconds,
            misbehave: misbehavioursOf(options.misbehave, 'all'),
          }),
        );
  console.log(`${isGood(verdict) ? '✓' : '✗'} ${verdictWords(verdict)}`);
  return isGood(verdict) ? 0 : 1;
}
