import type { ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { ChoiceBox } from '#kernel/web/pickers/choice-box.tsx';
import type { HomeNow } from '../households/household.calls.ts';

/** The device that a new one replaces, and the readings of both meters; empty texts: none. */
export interface Replaced {
  readonly replacesId: string;
  readonly oldEnd: string;
  readonly newStart: string;
}

/** Drop-down list of the devices that the new one may replace, with boxes for the readings of both meters. */
export function InPlaceOf({
  now,
  value,
  onChange,
}: {
  now: HomeNow;
  value: Replaced;
  onChange: (value: Replaced) => void;
}): ReactElement | null {
  const t = useT();
  const devices = now.rooms.flatMap((room) => room.devices);
  if (devices.length === 0) return null;
  const reading = (name: 'oldEnd' | 'newStart', label: string): ReactElement => (
    <label>
      <span>{label}</span>
      <input
        className="plain-input"
        inputMode="decimal"
        value={value[name]}
        maxLength={15}
        onChange={(event) => onChange({ ...value, [name]: event.target.value.trim() })}
      />
    </label>
  );
  return (
    <>
      <label htmlFor="bind-replaces">
        <span>{t(['替换设备', 'In place of'])}</span>
        <ChoiceBox
          id="bind-replaces"
          label={t(['替换设备', 'In place of'])}
          value={value.replacesId}
          items={[
            { key: '', label: t(['不替换', 'None']) },
            ...devices.map((one) => ({ key: one.id, label: `${one.deviceName} ${one.mac}` })),
          ]}
          onChange={(replacesId) =>
            onChange(replacesId ? { ...value, replacesId } : { replacesId: '', oldEnd: '', newStart: '' })
          }
        />
      </label>
      {value.replacesId && (
        <>
          {reading('oldEnd', t(['旧表止码', 'Old meter ended at']))}
          {reading('newStart', t(['新表起码', 'New meter began at']))}
        </>
      )}
    </>
  );
}
