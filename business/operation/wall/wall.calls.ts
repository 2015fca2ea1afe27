import { id } from '#kernel/fields/ref/ref.ts';
import { call } from '#kernel/language/calls/call.ts';
import {
  type AnswerOf,
  anyNumber,
  anyText,
  bothLanguages,
  list,
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
  /** Where it is one. */ number: nullable(anyNumber),
  /** Milliseconds; null: never reported by those who live here. */ ts: nullable(anyNumber),
});

/** A device with what it says. */
export const deviceOnWall = record({
  id: anyText,
  name: anyText,
  category: anyText,
  onlineStatus: anyText,
  alarmLevel: nullable(anyText),
  /** Seconds between two reports, by the model. */ reportIntervalSec: anyNumber,
  values: list(value),
});

/** What runs in a home now, room by room, for a display on a wall. */
export const wallList = call(household, at, {
  method: 'GET',
  needs: 'view',
  title: ['大屏：家里此刻', 'Wall display of a home'],
  query,
  answer: record({
    roomAddressId: anyText,
    fullAddress: anyText,
    /** Empty: nobody lives there. */ householdId: anyText,
    householdName: anyText,
    rooms: list(record({ id: anyText, name: anyText, floor: anyText, devices: list(deviceOnWall) })),
  }),
});
export type Wall = AnswerOf<typeof wallList.answer>;
export type WallDevice = Wall['rooms'][number]['devices'][number];
export type WallValue = WallDevice['values'][number];

/** The same as a stream: first `{type: 'wall', wall}`, then `{type: 'changes', devices}` with what changed of each. */
export const wallStream = call(household, `${at}/stream`, {
  method: 'GET',
  needs: 'view',
  title: ['大屏：变化', 'Wall display: changes'],
  query,
  answer: streamAnswer,
});
