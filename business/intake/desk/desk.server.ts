import { type OwnCall, implement } from '#kernel/server';
import { caller } from './caller.server.ts';
import { findCaller, previewForm, readCaller } from './desk.calls.ts';
import { find } from './find/find.server.ts';
import { preview } from './preview.server.ts';

/** Calls of the intake desk; they belong to the repair form and its rights. */
export const deskCalls: readonly OwnCall[] = [
  implement(findCaller, { read: ({ text }, reading) => find(reading, text) }),
  implement(readCaller, { read: ({ customerId }, reading) => caller(reading, customerId) }),
  implement(previewForm, { read: (input, reading) => preview(reading, input, reading.language) }),
];
