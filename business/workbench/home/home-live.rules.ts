import type { Label } from '#kernel/language/label.ts';
import type { WallDevice, WallValue } from '#business/operation/wall/wall.calls.ts';

/** A figure of a home: one value of a device, or two that belong together. */
export interface LiveFigure {
  readonly device: WallDevice;
  readonly name: Label;
  readonly values: readonly WallValue[];
}

interface Wanted {
  readonly identifiers: readonly string[];
  /** Name of two values together; absent: that of the value. */ readonly name?: Label;
}

/** Values by which a home is judged, the most telling ones first. */
const WANTED: readonly Wanted[] = [
  { identifiers: ['outletTemp', 'inletTemp'], name: ['供 / 回水', 'Flow / return'] },
  { identifiers: ['co2'] },
  { identifiers: ['hardnessOut'] },
  { identifiers: ['power'] },
  { identifiers: ['tdsOut'] },
  { identifiers: ['pm25'] },
  { identifiers: ['roomTemp'] },
  { identifiers: ['humidity'] },
];
const MOST = 4;

function figureOf({ identifiers, name }: Wanted, devices: readonly WallDevice[]): LiveFigure[] {
  for (const device of devices) {
    const values = identifiers.flatMap(
      (identifier) =>
        device.values.find((one) => one.identifier === identifier && one.ts !== null && one.number !== null) ?? [],
    );
    if (values[0]?.identifier === identifiers[0])
      return [{ device, values, name: values.length > 1 && name ? name : values[0].name }];
  }
  return [];
}

/** Return at most four figures of a home, each from the first device that has reported it. */
export const liveFigures = (devices: readonly WallDevice[]): LiveFigure[] =>
  WANTED.flatMap((one) => figureOf(one, devices)).slice(0, MOST);
