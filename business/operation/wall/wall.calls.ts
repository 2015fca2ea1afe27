import { id } from '#kernel/fields/ref/ref.ts';
import { call } from '#kernel/language/calls/call.ts';
import {
  type AnswerOf,
  anyNumber,
  anyText,
  anything,
  bothLanguages,
  list,
  map,
  nullable,
  record,
  streamAnswer,
} from '#kernel/language/calls/shape.ts';
import { roomAddress } from '../addresses/room-address.paper.ts';
import { household } from '../households/household.paper.ts';

const at = 'blade-operation/household-manage/runPcDevBigList';
const query = { roomAddressId: id(roomAddress.title, { required: true }) };

/** One value of a device in words. */
const value = record({
  identifier: anyText,
  name: bothLanguages,
  text: bothLanguages,
  unit: anyText,
  /** The value as a number; null: it is none. */ number: nullable(anyNumber),
  /** Moment of the value (milliseconds); null: never reported since the home got the device. */
  ts: nullable(anyNumber),
});

const onWall = {
  id: anyText,
  name: anyText,
  category: anyText,
  onlineStatus: anyText,
  alarmLevel: nullable(anyText),
  /** Report interval of the model, in seconds. */ reportIntervalSec: anyNumber,
  values: list(value),
};

/** A device with its values. */
export const deviceOnWall = record(onWall);
/** A device with its values, and those that are wanted and not reported yet. */
export const deviceWithWanted = record({ ...onWall, wanted: map(anything('deviceValue')) });

/** Present values of a home by room, for a wall display. */
export const wallList = call(household, at, {
  method: 'GET',
  needs: 'view',
  title: ['大屏：家里此刻', 'Wall display of a home'],
  query,
  answer: record({
    roomAddressId: anyText,
    fullAddress: anyText,
    /** Household at the address; empty: none. */ householdId: anyText,
    householdName: anyText,
    rooms: list(record({ id: anyText, name: anyText, floor: anyText, devices: list(deviceOnWall) })),
  }),
});
export type Wall = AnswerOf<typeof wallList.answer>;
export type WallDevice = Wall['rooms'][number]['devices'][number];
export type HomeDevice = AnswerOf<typeof deviceWithWanted>;
export type WallValue = WallDevice['values'][number];

/**
 * Present values of a home as a live stream. First `{type: 'wall', wall}` with everything, then `{type: 'changes',
 * devices}`.
 */
export const wallStream = call(household, `${at}/stream`, {
  method: 'GET',
  needs: 'view',
  title: ['大屏：变化', 'Wall display: changes'],
  query,
  answer: streamAnswer,
});
