import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { SparkLine } from '#kernel/web/chart/spark-line.tsx';
import { useCall } from '#kernel/web/query/use-call.ts';
import { type AlarmSpark, alarmSparks } from '#business/iot/alarms/curve/curve.calls.ts';
import { CommandResult } from '#business/iot/commands/device/command-result.view.tsx';
import { AlarmActs } from './alarm-acts.view.tsx';
import type { AlarmLine } from '../use-alarms.view.tsx';
import type { Hands } from '../use-hands.view.tsx';
import { type SentRemedy, useTroubleCode } from '../use-remedy.view.tsx';

/** Return the first line of the remedy that the trouble code gives; null: there is none. */
function useAdvice(line: AlarmLine): string | null {
  const language = useLanguage();
  const data = useTroubleCode(line.row);
  if (!data) return null;
  const words = language === 'en' ? data.solutionEn || data.solutionZh : data.solutionZh;
  return String(words ?? '').split('\n')[0] || null;
}

/** The remedy that was sent for an alarm: the answer of the device, or why it was refused. */
function SentLine({ sent }: { sent: SentRemedy }): ReactElement {
  const t = useT();
  if (sent.problem)
    return (
      <p className="field-problem" role="alert">
        {sent.problem}
      </p>
    );
  return sent.result ? <CommandResult result={sent.result} /> : <p role="status">{t(['等设备…', 'Waiting …'])}</p>;
}

const shownNumber = (value: number): string => String(Math.round(value * 100) / 100);

/** Curve from half an hour before the alarm, with the newest value; empty if the alarm has no numeric value. */
function Spark({ spark }: { spark: AlarmSpark | undefined }): ReactElement {
  const t = useT();
  const last = spark?.points.findLast((one) => one !== null);
  return (
    <div className="alarm-spark">
      {spark && last !== undefined && last !== null && (
        <>
          <SparkLine values={spark.points} width={188} height={30} />
          <small>
            <span className="quiet">{t(spark.name)}</span> {shownNumber(last)} {spark.unit}
          </small>
        </>
      )}
    </div>
  );
}

/** Expanded part of the current alarm: its curve, the first step of the remedy, and the possible actions. */
export function AlarmOpen({ line, hands }: { line: AlarmLine; hands: Hands }): ReactElement {
  const t = useT();
  const advice = useAdvice(line);
  const sent = hands.remedy.sentFor(line.id);
  const { data: sparks } = useCall(alarmSparks, { ids: [line.id] }, { quiet: true });
  return (
    <div className="alarm-open">
      <Spark spark={sparks?.[0]} />
      <p>
        {advice ?? (
          <span className="quiet">
            {t([
              '没有写明处理办法，先看设备的曲线',
              'No instruction is written: look at the curves of the device first',
            ])}
          </span>
        )}{' '}
        <button type="button" className="link" onClick={() => hands.open(line.id)}>
          {t(['详情', 'Details'])} {hands.remedy.name === null && <kbd>V</kbd>}
        </button>
      </p>
      <AlarmActs hands={hands} />
      {sent && (
        <div className="alarm-sent">
          <SentLine sent={sent} />
        </div>
      )}
    </div>
  );
}
