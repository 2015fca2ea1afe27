import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { Row } from '#kernel/language/paper.ts';
import type { CallSent } from '#kernel/language/calls/call.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { grouped } from '#kernel/web/i18n/plural.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { lookUpgrade } from '../tasks/upgrade-task.calls.ts';
import { upgradeTask } from '../tasks/upgrade-task.paper.ts';
import './upgrade-look.css';

type Sent = CallSent<typeof lookUpgrade>;

/** The field of each scope that must have a value before the devices can be counted. */
const SCOPES: Readonly<Record<string, keyof Row<typeof upgradeTask>>> = {
  device: 'deviceIds',
  tag: 'tag',
  area: 'areaCode',
  household: 'householdIds',
  percent: 'percent',
};

const isMissing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Return the inputs of the preview from those of the form; null: something is missing. */
export function lookOf(values: Readonly<Record<string, unknown>>): Sent | null {
  const scopeType = String(values.scopeType ?? 'all');
  const field = SCOPES[scopeType];
  if (isMissing(values.firmwareId) || (field && isMissing(values[field]))) return null;
  return {
    firmwareId: String(values.firmwareId),
    scopeType: scopeType as 'all',
    ...(field && { [field]: values[field] }),
    ...(!isMissing(values.sourceVersions) && { sourceVersions: String(values.sourceVersions) }),
    ...(values.force === true && { force: true }),
  };
}

/** Read what a task would do, before it exists. */
export function useUpgradeLook(sent: Sent | null) {
  const language = useLanguage();
  return useQuery({
    queryKey: ['look', upgradeTask.name, sent, language],
    queryFn: ({ signal }) => (sent ? askCall(lookUpgrade, sent, { signal, quiet: true }) : null),
    enabled: sent !== null,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** Preview of a task: the number of devices that get the firmware, those left out with the reason, and samples. */
export function UpgradeLook({ sent }: { sent: Sent | null }): ReactElement {
  const t = useT();
  const { data, error, isFetching } = useUpgradeLook(sent);
  if (!sent)
    return (
      <p className="quiet">
        {t(['选好固件和范围，先看哪些设备会升级', 'Choose firmware and scope to see which devices are upgraded'])}
      </p>
    );
  if (error)
    return (
      <p className="field-problem" role="alert">
        {error.message}
      </p>
    );
  if (!data)
    return (
      <p className="quiet" aria-busy={isFetching}>
        {t(['在数…', 'Counting …'])}
      </p>
    );
  const versions = data.versions.map(({ version, count }) => `${version ?? t(['未报', 'none'])} × ${grouped(count)}`);
  return (
    <div className="up-look" aria-live="polite">
      <p>
        <b>{t([`${grouped(data.count)} 台可升`, `${grouped(data.count)} devices qualify`])}</b>{' '}
        <span className="quiet">
          {t([
            `在线 ${grouped(data.online)}，有告警 ${grouped(data.alarmed)}`,
            `${grouped(data.online)} online, ${grouped(data.alarmed)} with an alarm`,
          ])}
        </span>
      </p>
      {versions.length > 0 && (
        <p className="quiet">
          {t(['现在 ', 'Now '])}
          {versions.join(t(['、', ', ']))}
        </p>
      )}
      {data.leftOut.map(({ reason, count }) => (
        <p key={reason[1]} className="quiet">
          {t([`不升 ${grouped(count)} 台：`, `Left out ${grouped(count)}: `])}
          {t(reason)}
        </p>
      ))}
      {data.samples.length > 0 && (
        <p className="quiet">
          {t(['比如 ', 'Such as '])}
          {data.samples.map((one) => `${one.home || one.deviceName} ${one.deviceKey}`).join(t(['、', ', ']))}
        </p>
      )}
    </div>
  );
}
