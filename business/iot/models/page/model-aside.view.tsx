import type { ReactElement } from 'react';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { counted } from '#kernel/web/i18n/plural.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { modelAttribute } from '../model-attribute.paper.ts';
import type { SchemaAttribute } from '../model-schema.rules.ts';
import { rangeWords } from './model-page.rules.ts';
import type { ModelDifference, ModelOnPage } from './use-model.view.tsx';

/** Return a function that describes the changes of an attribute: each field with its old and new value. */
function useWordsOf(): (
  one: ModelDifference,
  now: SchemaAttribute | undefined,
  old: SchemaAttribute | undefined,
) => string {
  const t = useT();
  return (one, now, old) => {
    if (one.change === 'added') return t(['新增', 'new']);
    if (one.change === 'removed') return t(['删除', 'removed']);
    return one.fields
      .map(({ field, old: before, new: after }) => {
        const label = t(modelAttribute.fields[field as keyof typeof modelAttribute.fields]?.label ?? [field, field]);
        const isShape = field === 'specs' || field === 'params';
        const say = (value: unknown, of: SchemaAttribute | undefined): string =>
          isShape ? (of ? t(rangeWords(of)) : '') : value === null || value === undefined ? '—' : String(value);
        return `${label} ${say(before, old)} → ${say(after, now)}`;
      })
      .join(t(['；', '; ']));
  };
}

/** Shows what publishing would change, and the versions published so far. */
export function ModelAside({ on }: { on: ModelOnPage }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const wordsOf = useWordsOf();
  const { differences, devices, version, published } = on.differences;
  const shown = version ? differences : [];
  const breaking = shown.filter((one) => one.isBreaking).length;
  const nowOf = (identifier: string): SchemaAttribute | undefined =>
    on.attributes.find((row) => row.identifier === identifier);
  return (
    <aside className="model-aside">
      <section>
        <header className="model-part">
          <h2>
            {version ? t([`与 v${version} 的差别`, `Against v${version}`]) : t(['还没有发布过', 'Never published'])}
          </h2>
          <span className="spring" />
          {breaking > 0 && <span className="model-red">{t([`${breaking} 破坏`, `${breaking} breaking`])}</span>}
          {shown.length > breaking && (
            <span className="model-green">
              {t([`${shown.length - breaking} 兼容`, `${shown.length - breaking} compatible`])}
            </span>
          )}
        </header>
        {version !== null && shown.length === 0 && (
          <p className="quiet">{t(['没有差别，设备说的就是这些', 'No differences: devices report by this version'])}</p>
        )}
        <ul>
          {shown.map((one) => (
            <li key={one.identifier} data-breaking={one.isBreaking}>
              <em className="model-mark">{one.isBreaking ? t(['破坏', 'Breaking']) : t(['兼容', 'Compatible'])}</em>{' '}
              <b className="mono">{one.identifier}</b>
              <small>
                {wordsOf(one, nowOf(one.identifier), published[one.identifier] as SchemaAttribute | undefined)}
              </small>
            </li>
          ))}
        </ul>
        {breaking > 0 && devices > 0 && (
          <p className="model-ways">
            {t([
              `${devices} 台设备按旧版本上报。改回原样，或者另建一个模型编码。`,
              `${counted(devices, 'device')} report by the old version. Change it back, or make a model with another code.`,
            ])}
          </p>
        )}
      </section>
      <section>
        <header className="model-part">
          <h2>{t(['发布之后', 'Once published'])}</h2>
        </header>
        <p className="quiet">
          {t([
            `${devices} 台设备跟到 v${(version ?? 0) + 1}；旧版本的报文照收，曲线与汇总不动。`,
            `${counted(devices, 'device')} follow to v${(version ?? 0) + 1}; messages of older versions are still accepted, curves and totals stay.`,
          ])}
        </p>
      </section>
      <section>
        <header className="model-part">
          <h2>{t(['版本', 'Versions'])}</h2>
        </header>
        <ul className="model-versions">
          {on.versions.map((one) => (
            <li key={one.id}>
              <b>v{String(one.versionNo)}</b>
              <span>
                {String(one.note || t(['没有说明', 'No note']))}
                <small className="quiet">
                  {one._names?.publishedBy} {shortMoment(String(one.publishedTime), language)}
                </small>
              </span>
              {one.versionNo === version && <span className="pill green">{t(['已发布', 'Published'])}</span>}
            </li>
          ))}
        </ul>
      </section>
    </aside>
  );
}
