import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { labelIn } from '#kernel/language/label.ts';
import { aheadMs } from '#kernel/web/chart/curves.ts';
import { TimePanels } from '#kernel/web/chart/time-panels.tsx';
import { momentOf } from '#kernel/web/i18n/company-time.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { spanWords } from '#kernel/fields/integer/span-words.ts';
import { drawnCurves } from '../../../page/curves/drawn-curves.view.tsx';
import { historyValues } from '../../../values/values.calls.ts';
import { comparisonsOf } from '../../rules/rule-shape.rules.ts';
import type { DryRunOutcome } from '../../dry-run/dry-run.calls.ts';
import type { RuleParts } from '../draft/rule-values.rules.ts';

type Firing = DryRunOutcome['firings'][number];

const AROUND_MS = 20 * 60_000;
const GAP_MS = 10 * 60_000;
const MAX_CURVES = 2;

/** Return the constants of the draft for a property, as lines to draw across its curve. */
function limitsOf(parts: RuleParts, prop: string) {
  const of = (
    condition: Parameters<typeof comparisonsOf>[0],
    word: readonly [string, string],
    tone: 'amber' | 'green',
  ) =>
    comparisonsOf(condition).flatMap((one) =>
      one.prop === prop && typeof one.value === 'number'
        ? [{ value: one.value, tone, word: [`${word[0]} ${one.value}`, `${word[1]} ${one.value}`] as const }]
        : [],
    );
  return [
    ...parts.createRules.flatMap((level) => of(level.condition, ['报', 'raise'], 'amber')),
    ...of(parts.clearRule?.condition, ['好', 'over'], 'green'),
  ];
}

/**
 * Curves of the rule's properties around one firing: the hold time in grey, the alarm in amber, and the limits of the
 * rule as lines.
 */
export function DryRunCurve({ firing, parts }: { firing: Firing; parts: RuleParts }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const props = [
    ...new Set(parts.createRules.flatMap((level) => comparisonsOf(level.condition).map((one) => one.prop))),
  ].slice(0, MAX_CURVES);
  const from = firing.since - AROUND_MS;
  const until = (firing.end ?? firing.start + AROUND_MS) + AROUND_MS;
  const { data } = useCall(
    historyValues,
    { deviceId: firing.deviceId, identifiers: props.join(','), start: String(from), end: String(until) },
    { quiet: true, of: 'row', enabled: props.length > 0 },
  );
  const [zh, en] = spanWords(((firing.end ?? until) - firing.start) / 1000);
  const clock = momentOf(new Date(firing.start)).slice(11, 16);
  return (
    <section className="dry-curve">
      <h2>
        {firing.home || firing.deviceName}
        <small className="quiet">{firing.deviceName}</small>
        <span className="spring" />
        <Link to={`/matter/exampleDetail?id=${firing.deviceId}`}>{t(['打开设备', 'Open the device'])}</Link>
      </h2>
      <TimePanels
        label={['这一次的曲线', 'Values of this time']}
        from={from}
        until={until}
        gapMs={GAP_MS}
        aheadMs={aheadMs(until)}
        bands={[
          { from: firing.since, until: firing.start, tone: 'grey' },
          {
            from: firing.start,
            until: firing.end ?? until,
            tone: 'amber',
            word: [labelIn([`${clock} 起报，${zh}`, ''], 'zh'), `raised ${clock}, ${en}`],
          },
        ]}
        curves={drawnCurves(data?.series ?? [], { from, until, gapMs: GAP_MS, now: until }).map((one) => ({
          ...one,
          limits: limitsOf(parts, one.key),
        }))}
      />
      {data?.series.length === 0 && (
        <p className="quiet">{labelIn(['这段时间没有存下的数值', 'No values are kept of this time'], language)}</p>
      )}
    </section>
  );
}
