import { type ReactElement, useState } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { FrameFault, hexOfBytes } from '../../codec/frame.rules.ts';
import { useRowName } from '../byte-strip.view.tsx';
import { type PaintedField, byteGroups, tintsOf, viewFrame } from '../painter.rules.ts';
import type { Painter } from '../use-painter.view.tsx';

const VALUES = new Set(['property', 'msgType', 'deviceId']);

const isDown = ({ direction, deviceConnectConfigFieldType: kind, constValue }: PaintedField): boolean =>
  (direction === 'down' || direction === 'both') && VALUES.has(kind) && !constValue;

const readValue = (text: string): unknown =>
  text === 'true' || text === 'false' ? text === 'true' : Number.isFinite(Number(text)) ? Number(text) : text;

/** The same rows backwards: values to send, and the frame that they make. */
export function EncodeSide({ on }: { on: Painter }): ReactElement | null {
  const t = useT();
  const nameOf = useRowName();
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const { fields, config } = on.draft;
  const rows = fields.filter(isDown);
  if (!rows.length || !on.compiled.codec) return null;
  const keyOf = (field: PaintedField): string =>
    field.deviceConnectConfigFieldType === 'property'
      ? (field.iotFieldName ?? field.fieldName ?? '')
      : field.deviceConnectConfigFieldType;
  const values = Object.fromEntries(
    Object.entries(texts).flatMap(([key, text]) => (text.trim() === '' ? [] : [[key, readValue(text.trim())]])),
  );
  let bytes: Uint8Array | null = null;
  let why = '';
  try {
    if (Object.keys(values).length) bytes = on.compiled.codec.encode(values);
  } catch (error) {
    if (!(error instanceof FrameFault)) throw error;
    why = t(error.words);
  }
  const view = bytes && viewFrame(config, fields, bytes);
  const tints = tintsOf(fields, view?.wrong);
  const hex = bytes ? hexOfBytes(bytes) : '';
  return (
    <section className="paint-encode">
      <h2>
        {t(['编码', 'Encode'])}
        <small className="quiet">{t(['同一张字段表倒着走', 'The same rows backwards'])}</small>
        <span className="spring" />
        {hex && (
          <button
            type="button"
            className="link"
            onClick={() => {
              void navigator.clipboard.writeText(hex);
              toast.good(t(['已复制', 'Copied']));
            }}
          >
            {t(['复制', 'Copy'])}
          </button>
        )}
      </h2>
      <div className="paint-down">
        {rows.map((field) => (
          <label key={keyOf(field)}>
            {nameOf(field)}
            <input
              className="plain-input"
              aria-label={nameOf(field)}
              value={texts[keyOf(field)] ?? ''}
              onChange={(event) => setTexts({ ...texts, [keyOf(field)]: event.target.value })}
            />
          </label>
        ))}
      </div>
      {why && (
        <p className="field-problem" role="alert">
          {why}
        </p>
      )}
      {bytes && view && (
        <div className="paint-chips mono" translate="no">
          {byteGroups(bytes.length, view.spans).map(({ from, to, rows: [row = -1] }) => (
            <span key={from} data-tint={row === -1 ? 'none' : tints[row]} title={row === -1 ? '' : nameOf(fields[row])}>
              {hexOfBytes(bytes.subarray(from, to + 1))}
            </span>
          ))}
        </div>
      )}
    </section>
  );
}
