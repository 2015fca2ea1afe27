import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { grouped } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { versionDistribution } from '../tasks/upgrade-task.calls.ts';
import './version-bars.css';

/** Versions that have a bar; the older ones are summed up. */
const SHOWN = 6;

interface BarsProps {
  readonly modelId: string;
  readonly moduleCode: string;
  /** The version that is marked. */ readonly here: string;
}

/** The number of devices of a model by the version of a module, the newest first. */
export function VersionBars({ modelId, moduleCode, here }: BarsProps): ReactElement | null {
  const t = useT();
  const { data } = useCall(
    versionDistribution,
    { modelId },
    { quiet: true, keepsEarlier: true, enabled: modelId !== '' },
  );
  const module = data?.find((one) => one.moduleCode === moduleCode);
  if (!module) return null;
  const known = module.versions.filter(({ version }) => version !== null);
  const shown = known.slice(0, SHOWN);
  const older = known.slice(SHOWN).reduce((sum, { count }) => sum + count, 0);
  const silent = module.versions.find(({ version }) => version === null)?.count ?? 0;
  const counted = module.versions.reduce((sum, { count }) => sum + count, 0);
  const most = Math.max(1, ...module.versions.map(({ count }) => count));
  const line = (label: string, count: number, isHere = false): ReactElement => (
    <li key={label} data-here={isHere || undefined}>
      <span>{label}</span>
      <i aria-hidden>
        <b style={{ width: `${(count * 100) / most}%` }} />
      </i>
      <span>{grouped(count)}</span>
    </li>
  );
  return (
    <section className="fw-part" data-part="versions">
      <h3>
        {t(['版本分布', 'Versions'])}
        <small className="quiet">
          {t([`这个型号 ${grouped(module.total)} 台`, `${grouped(module.total)} devices of the model`])}
        </small>
        <span className="spring" />
        <Link className="link" to={`/matter/example?modelId=${modelId}`}>
          {t(['看设备', 'Devices'])}
        </Link>
      </h3>
      <ul className="version-bars">
        {shown.map(({ version, count }) => line(String(version), count, version === here))}
        {older > 0 && line(t(['更早', 'Older']), older)}
        {silent > 0 && line(t(['未报', 'Not reported']), silent)}
      </ul>
      {module.leftOff > 0 && (
        <p className="quiet">
          {t([
            `另有 ${grouped(module.leftOff)} 个版本共 ${grouped(module.total - counted)} 台`,
            `${grouped(module.leftOff)} more versions on ${grouped(module.total - counted)} devices`,
          ])}
        </p>
      )}
    </section>
  );
}
