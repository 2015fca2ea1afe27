import { call } from '#kernel/language/calls/call.ts';
import {
  type AnswerOf,
  anyNumber,
  anyText,
  bothLanguages,
  choice,
  list,
  nullable,
  record,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';
import { materialShipment } from '../shipment/material-shipment.paper.ts';

/** The step of a request that a colleague's van can serve. It is no action of its lifecycle. */
export const RELAY = 'relay';

/** A step of a row: an action of its paper (`verb`), a relay, or the page that does it (`to`). */
const act = record({ label: bothLanguages, verb: anyText, to: anyText });

const tileRow = record({
  id: anyText,
  /** When it is needed, or since when it waits; a moment or a day, empty where it has none. */ when: anyText,
  late: yesOrNo,
  who: anyText,
  words: bothLanguages,
  mark: nullable(record({ tone: anyText, words: bothLanguages })),
  act,
});

const tile = record({
  name: anyText,
  label: bothLanguages,
  paper: anyText,
  count: anyNumber,
  /** The worst of its rows, in words; empty where nothing waits. */ fact: bothLanguages,
  worry: yesOrNo,
  /** Address of the list of exactly its rows. */ all: anyText,
  foot: bothLanguages,
  /** When the last row left an empty tile; empty if that is not known. */ since: anyText,
  rows: list(tileRow),
});

/** A hand-over of the day: `at` is the pick-up hour before its earliest appointment, else the start of work. */
const dayEntry = record({
  id: anyText,
  at: anyText,
  who: anyText,
  lines: anyNumber,
  state: choice('examine', 'prepare', 'ready', 'done'),
  isCourier: yesOrNo,
  to: anyText,
});

const boardShape = record({
  now: anyText,
  /** Names of the counters of the caller; empty: all stores. */ stores: list(anyText),
  day: list(dayEntry),
  tiles: list(tile),
  /** Tiles beyond the six: their counts alone. */ more: list(tile),
});

/** The counter of the store: the hand-overs of today, and what waits. */
export const storeBoard = call(materialShipment, 'storeBoard', {
  method: 'GET',
  needs: 'view',
  title: ['仓库看板', 'Warehouse board'],
  answer: boardShape,
});

export type StoreBoard = AnswerOf<typeof boardShape>;
export type BoardTile = AnswerOf<typeof tile>;
export type TileRow = AnswerOf<typeof tileRow>;
export type DayEntry = AnswerOf<typeof dayEntry>;
