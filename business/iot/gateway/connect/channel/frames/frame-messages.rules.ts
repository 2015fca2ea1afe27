import type { DecodedFrame, FrameField, FrameMessage } from '../../codec/frame-config.rules.ts';
import { FrameFault } from '../../codec/frame.rules.ts';
import { fieldNameOf } from '../../codec/values/value-type.rules.ts';
import { type PlacedMapping, mappedProperties, pointOf } from '../../points/mapping.rules.ts';
import type { PointValue } from '../../points/value.rules.ts';

/** Rules that turn the values of frames into messages of devices. */
export interface FieldReading {
  /** Name of the status field where it is no property; null: none. */ readonly bareStatus: string | null;
  readonly mappings: (modelId: string) => readonly PlacedMapping[];
}

/** A message that a frame carries: values (`props`) or an event (`event/…`). */
export interface CarriedMessage<D> {
  readonly of: D;
  readonly tail: string;
  readonly body: Readonly<Record<string, unknown>>;
}

interface OfModel {
  readonly model: { readonly id: string };
}

/** Return the name of the status field where it is no property; null: there is none. */
export function bareStatusOf(fields: readonly FrameField[]): string | null {
  const status = fields.find((field) => field.direction !== 'down' && field.deviceConnectConfigFieldType === 'status');
  return status && !status.iotFieldName ? fieldNameOf(status) : null;
}

/**
 * Return the messages of a decoded frame: those of its device, and those of others that it names. `find` returns a
 * device that may be heard by frames. Fields become properties by the mappings of the device's thing model.
 */
export function messagesOfFrame<D extends OfModel>(
  { bareStatus, mappings }: FieldReading,
  frame: DecodedFrame,
  own: D,
  find: (name: string) => D | undefined,
): CarriedMessage<D>[] {
  const parts: (Pick<FrameMessage, 'props' | 'events'> & { readonly of: D | undefined })[] = [
    { of: own, props: frame.props, events: frame.events },
    ...(frame.messages ?? []).map(({ deviceId, props, events }) => ({ of: find(deviceId), props, events })),
  ];
  return parts.flatMap(({ of, props: all, events }) => {
    if (!of) return [];
    const fields = { ...all };
    if (bareStatus !== null) delete fields[bareStatus];
    const rules = mappings(of.model.id);
    const params = rules.length ? mappedProperties(fields as Record<string, PointValue>, rules) : fields;
    return [
      ...(Object.keys(params).length ? [{ of, tail: 'props', body: { params, ts: frame.ts } }] : []),
      ...events.map(({ name, value }) => ({
        of,
        tail: `event/${name}`,
        body: { params: { code: value }, ts: frame.ts },
      })),
    ];
  });
}

/** Return the values of fields for the properties of a command: the inverse of the mappings. */
export function fieldsOfProperties(
  params: Readonly<Record<string, unknown>>,
  mappings: readonly PlacedMapping[],
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params).map(([identifier, value]) => {
      const found = pointOf(identifier, value as PointValue, mappings);
      if (found) return [found.code, found.value];
      throw new FrameFault([`${identifier}:映射不能下行`, `${identifier}: its mapping has no way down`]);
    }),
  );
}
