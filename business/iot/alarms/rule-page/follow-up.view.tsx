import type { ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import type { Label } from '#kernel/language/label.ts';
import type { RuleNotify, RuleSchedule, RuleSuppression } from '../rules/rule-shape.rules.ts';
import { notifyRoles, weekdays } from './words/follow-up-words.rules.ts';
import { NumberBox } from './levels/number-box.view.tsx';

const ROLES = notifyRoles;

/** A group of toggle buttons, of which several may be pressed. */
function Several<K extends string | number>({
  label,
  choices,
  value,
  disabled,
  onChange,
}: {
  label: string;
  choices: readonly (readonly [K, Label])[];
  value: readonly K[];
  disabled: boolean;
  onChange: (value: readonly K[]) => void;
}): ReactElement {
  const t = useT();
  return (
    <span className="rule-several-of" role="group" aria-label={label}>
      {choices.map(([key, words]) => (
        <button
          key={key}
          type="button"
          aria-pressed={value.includes(key)}
          disabled={disabled}
          onClick={() => onChange(value.includes(key) ? value.filter((one) => one !== key) : [...value, key])}
        >
          {t(words)}
        </button>
      ))}
    </span>
  );
}

interface PartProps<T> {
  readonly value: T | null;
  readonly disabled: boolean;
  readonly onChange: (value: T | null) => void;
}

/** Edits the roles to notify at once, and the roles to notify when nobody confirms the alarm in time. */
export function NotifyPart({ value, disabled, onChange }: PartProps<RuleNotify>): ReactElement {
  const t = useT();
  const now = value ?? {};
  const put = (next: RuleNotify): void => onChange(Object.values(next).some((one) => one !== undefined) ? next : null);
  return (
    <div className="rule-notify">
      <p>
        {t(['立刻通知', 'At once'])}
        <Several
          label={t(['立刻通知谁', 'Who is notified at once'])}
          choices={ROLES}
          value={now.roles ?? []}
          disabled={disabled}
          onChange={(roles) => put({ ...now, roles: roles.length > 0 ? roles : undefined })}
        />
      </p>
      <p>
        <NumberBox
          label={t(['几分钟没人确认', 'Minutes without a confirmation'])}
          value={now.escalateAfterMin}
          disabled={disabled}
          onChange={(minutes) => put({ ...now, escalateAfterMin: minutes ?? undefined })}
        />
        {t(['分没人确认，再通知', 'min unconfirmed, then'])}
        <Several
          label={t(['再通知谁', 'Who is notified then'])}
          choices={ROLES}
          value={now.escalateTo ?? []}
          disabled={disabled || !now.escalateAfterMin}
          onChange={(escalateTo) => put({ ...now, escalateTo: escalateTo.length > 0 ? escalateTo : undefined })}
        />
      </p>
    </div>
  );
}

const DAYS = weekdays;
const ALL_DAY = { days: [1, 2, 3, 4, 5, 6, 7], from: '08:00', to: '20:00' };

type Span = NonNullable<RuleSchedule['weekly']>[number];

/** Edits when the rule works: always, or at some hours of some days. */
export function SchedulePart({ value, disabled, onChange }: PartProps<RuleSchedule>): ReactElement {
  const t = useT();
  const spans = value?.weekly ?? [];
  const put = (next: readonly Span[]): void => onChange(next.length > 0 ? { weekly: next } : null);
  const set = (at: number, next: Span): void => put(spans.map((one, index) => (index === at ? next : one)));
  return (
    <div className="rule-schedule">
      {spans.length === 0 && <span>{t(['全天，每天', 'Always'])}</span>}
      {spans.map((one, at) => (
        <p key={at}>
          <Several
            label={t(['星期', 'Days of the week'])}
            choices={DAYS}
            value={one.days}
            disabled={disabled}
            onChange={(days) => set(at, { ...one, days: [...days].toSorted((a, b) => a - b) })}
          />
          {(['from', 'to'] as const).map((name) => (
            <input
              key={name}
              className="plain-input rule-clock"
              aria-label={t(name === 'from' ? ['从几点', 'From'] : ['到几点', 'Until'])}
              placeholder="HH:mm"
              disabled={disabled}
              value={one[name]}
              onChange={({ target }) => set(at, { ...one, [name]: target.value })}
            />
          ))}
          {!disabled && (
            <button type="button" className="link" onClick={() => put(spans.filter((_, index) => index !== at))}>
              {t(['去掉', 'Remove'])}
            </button>
          )}
        </p>
      ))}
      {!disabled && (
        <button type="button" className="link" onClick={() => put([...spans, ALL_DAY])}>
          {t(spans.length === 0 ? ['改', 'Change'] : ['加一段', 'Add a span'])}
        </button>
      )}
    </div>
  );
}

/** Edits which causes suppress the alarm: alarms by other rules on the same device, or an offline gateway. */
export function SuppressionPart({ value, disabled, onChange }: PartProps<RuleSuppression>): ReactElement {
  const t = useT();
  const now = value ?? {};
  const put = (next: RuleSuppression): void => onChange(next.parent || (next.dependsOn?.length ?? 0) > 0 ? next : null);
  return (
    <div className="rule-suppression">
      <label>
        <input
          type="checkbox"
          checked={now.parent === true}
          disabled={disabled}
          onChange={({ target }) => put({ ...now, parent: target.checked || undefined })}
        />
        {t(['网关离线期间', 'While its gateway is offline'])}
      </label>
      <label>
        {t(['这些规则正在报时', 'While one of these rules holds'])}
        <input
          className="plain-input rule-codes"
          placeholder={t(['规则编码，用逗号分开', 'Codes of rules, by commas'])}
          disabled={disabled}
          defaultValue={(now.dependsOn ?? []).join(', ')}
          onBlur={({ target }) => {
            const codes = target.value.split(/[,，\s]+/).filter(Boolean);
            put({ ...now, dependsOn: codes.length > 0 ? codes : undefined });
          }}
        />
      </label>
    </div>
  );
}
