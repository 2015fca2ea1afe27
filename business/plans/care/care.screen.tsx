import { type ReactElement, useDeferredValue } from 'react';
import { partsFrom } from '#kernel/fields/structured/structured.ts';
import { counted } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { screen } from '#kernel/web/registry/screens.ts';
import { type Audience, isEverybody } from './audience.rules.ts';
import { previewAudience } from './care.calls.ts';
import { care } from './care.paper.ts';
import './care.css';

/** Number of names that the preview shows. */
const SHOWN = 8;

/** The receivers of the message in the form, counted while its conditions are typed. Nothing is sent. */
function AudiencePreview({ values }: { values: Readonly<Record<string, unknown>> }): ReactElement {
  const t = useT();
  const audience = useDeferredValue((partsFrom(values.audience) || {}) as Audience);
  const isNone = isEverybody(audience);
  const { data, error } = useCall(
    previewAudience,
    { audience },
    { enabled: !isNone, keepsEarlier: true, quiet: true, retry: false, staleTime: 60_000 },
  );
  const left = data
    ? ([
        [data.noConsent, ['没同意接收营销', 'No consent to advertising']],
        [data.optedOut, ['已退订', 'Opted out']],
        [data.blocked, ['黑名单', 'Blocked']],
      ] as const)
    : [];
  return (
    <aside className="care-preview" aria-live="polite">
      <h3>{t(['会收到', 'Who gets it'])}</h3>
      {isNone && <p className="quiet">{t(['先填人群条件', 'Fill in a condition of the audience first'])}</p>}
      {!isNone && error && (
        <p className="field-problem" role="alert">
          {error.message}
        </p>
      )}
      {!isNone && !error && !data && <i className="skeleton" />}
      {!isNone && !error && data && (
        <>
          <p className="care-count">
            <b>{data.gets}</b> {t(['人', data.gets === 1 ? 'customer' : 'customers'])}
            <span className="quiet">{t([`符合条件 ${data.all} 人`, `${counted(data.all, 'customer')} match`])}</span>
          </p>
          <dl>
            {left
              .filter(([count]) => count > 0)
              .map(([count, label]) => (
                <div key={label[1]}>
                  <dt>{t(label)}</dt>
                  <dd>{count}</dd>
                </div>
              ))}
          </dl>
          {data.first.length > 0 && (
            <p className="quiet">
              {data.first.slice(0, SHOWN).join(t(['、', ', ']))}
              {data.gets > SHOWN && ' …'}
            </p>
          )}
          <p className="quiet">
            {t(['发送时按条件重新确定名单，之后不再变', 'The list is fixed when it is sent, by the same conditions'])}
          </p>
        </>
      )}
    </aside>
  );
}

export default screen(care, { formAside: AudiencePreview });
