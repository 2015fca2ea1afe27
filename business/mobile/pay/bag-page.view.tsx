import { type ReactElement, useState } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { FilledPlace } from '#kernel/web/registry/places.tsx';
import { bagPlace } from '../day-places.view.tsx';
import { useBag, useStoredDay } from '../use-day.view.tsx';
import { counted } from '#kernel/web/i18n/plural.ts';

const VAN_ID = 'day-van';
const GIVEN = { vanId: VAN_ID };

/** Contents of the van: good and used parts, below what other rooms add. */
export function BagPage(): ReactElement {
  const t = useT();
  const bag = useBag();
  const technician = useStoredDay((state) => state.stored?.own.technician);
  const ready = useStoredDay((state) => state.ready || state.stored !== null);
  const [text, setText] = useState('');
  const shown = bag.filter(
    (item) =>
      !text ||
      `${item.itemName} ${item.itemCode} ${item.barcode ?? ''} ${item.serialNo ?? ''}`
        .toUpperCase()
        .includes(text.toUpperCase()),
  );
  const groups = [
    { label: t(['可用', 'Good']), items: shown.filter((item) => item.materialStatus !== 'used') },
    { label: t(['旧件待交', 'Old parts to hand over']), items: shown.filter((item) => item.materialStatus === 'used') },
  ].filter((group) => group.items.length > 0);
  return (
    <>
      <header className="day-head">
        <div className="day-title">
          <h1>{t(['物料', 'Materials'])}</h1>
          <span className="quiet">
            {[
              technician?.name,
              technician?.vehicleNo && t([`车上 ${technician.vehicleNo}`, technician.vehicleNo]),
              ready && t([`${bag.length} 种`, counted(bag.length, 'item')]),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </div>
        <input
          className="day-search"
          type="search"
          value={text}
          placeholder={t(['名称、编码、序列号', 'Name, code, serial number'])}
          aria-label={t(['查找物料', 'Find a material'])}
          onChange={(event) => setText(event.target.value)}
        />
      </header>
      <div className="day-body" tabIndex={0} role="region" aria-label={t(['物料', 'Materials'])}>
        {!text && <FilledPlace of={bagPlace} given={GIVEN} />}
        {groups.map((group, at) => (
          <section key={group.label} id={at === 0 ? VAN_ID : undefined}>
            <h2 className="day-caption">
              <span>{group.label}</span>
              <span>{group.items.length}</span>
            </h2>
            <ul className="day-card day-rows">
              {group.items.map((item) => (
                <li key={item.id} className="day-line-row">
                  <span>
                    <b>{item.itemName}</b>
                    <small>{[item.itemCode, item.serialNo].filter(Boolean).join(' · ')}</small>
                  </span>
                  <span className="end">
                    <b>{Number(item.onHand)}</b>
                    {Number(item.available) !== Number(item.onHand) && (
                      <small>{t([`可用 ${Number(item.available)}`, `${Number(item.available)} free`])}</small>
                    )}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {!ready && (
          <p className="day-none">
            <i className="skeleton" style={{ width: '60%' }} />
          </p>
        )}
        {ready && groups.length === 0 && (
          <p className="day-none">
            {bag.length ? t(['没有这样的物料', 'No such material']) : t(['车上没有物料。', 'The van is empty.'])}
          </p>
        )}
      </div>
    </>
  );
}
