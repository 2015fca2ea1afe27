import type { ActKind, ActStep } from './act.ts';
import type { FoundOf } from './found.ts';
import { closedFields, noCircle, openFields, switched, version } from './checks/guard.ts';
import { pointers, pointersOfChange } from './checks/pointers.ts';
import {
  countHeaders,
  countHeadersOfChange,
  lockAboveChange,
  lockAboveNew,
  lockHeadersOfChange,
  lockHeadersOfNew,
} from './headers/lock-headers.ts';
import { lockAbove, lockOwnRows, lockRow } from './rows/lock-rows.ts';
import { numberRows } from './rows/number.ts';
import { copyChange, firstValues } from './rows/snapshot.ts';
import { sendRow, settled } from './many/append.ts';
import { writeRow, writeState } from './rows/write-columns.ts';
import { copyPictures, filesOfChange, filesOfNew, ownPictures, ownPicturesOfChange } from './steps/files.ts';
import { linesOfChange, linesOfNew } from './steps/lines.ts';
import {
  changeOfNew,
  changeOfRow,
  changeOfState,
  event,
  logChange,
  logNew,
  logState,
  logTogether,
  remark,
} from './steps/notes.ts';
import {
  countHeadersOfRemoved,
  leaving,
  levels,
  lockHeadersOfRemoved,
  lockRemoved,
  logRemoved,
  markRemoved,
  referrers,
  removable,
  staying,
} from './steps/remove.ts';
import {
  countHeadersOfRestored,
  editableAgain,
  lockHeadersOfRestored,
  lockRestored,
  logRestored,
  logReverted,
  restoring,
  sameVersion,
  unmark,
  writeBack,
} from './steps/restore.ts';
import {
  added,
  effects,
  gate,
  gateOfNew,
  lockFirst,
  moved,
  same,
  savedChange,
  savedNew,
  savingChange,
  savingNew,
} from './steps/room.ts';
import { extras } from './inputs/read-inputs.ts';
import { readChange, readValues, required, requiredOfChange } from './steps/values.ts';
import {
  each,
  findTrack,
  findVerb,
  neededLines,
  neededLinesOfNew,
  needs,
  readAsked,
  segregation,
  standsInFrom,
} from './steps/verb.ts';
import { duplicate, duplicateOfChange } from './uniqueness/duplicate.ts';
import { storedOnce } from './uniqueness/once.ts';

/** The steps of each kind of act, in their order. */
export const ORDER: { readonly [K in ActKind]: readonly ActStep<FoundOf[K]>[] } = {
  insert: [
    readValues,
    firstValues,
    required,
    ownPictures,
    lockAboveNew,
    pointers,
    extras,
    lockHeadersOfNew,
    same,
    duplicate,
    savingNew,
    storedOnce,
    countHeaders,
    copyPictures,
    numberRows,
    sendRow,
    linesOfNew,
    neededLinesOfNew,
    filesOfNew,
    logNew,
    settled,
    added,
    logTogether,
    changeOfNew,
    savedNew,
    gateOfNew,
  ],
  update: [
    closedFields,
    lockAboveChange,
    lockHeadersOfChange,
    lockRow,
    version,
    readChange,
    ownPicturesOfChange,
    copyChange,
    requiredOfChange,
    openFields,
    pointersOfChange,
    duplicateOfChange,
    extras,
    switched,
    savingChange,
    noCircle,
    linesOfChange,
    countHeadersOfChange,
    writeRow,
    filesOfChange,
    logChange,
    changeOfRow,
    savedChange,
  ],
  verb: [
    findVerb,
    lockFirst,
    lockAbove,
    lockOwnRows,
    standsInFrom,
    readAsked,
    segregation,
    needs,
    neededLines,
    effects,
    ...each(remark, writeState, logState, event, changeOfState, moved, gate),
  ],
  move: [lockAbove, lockOwnRows, findTrack, ...each(writeState, logState, event, changeOfState, moved, gate)],
  remove: [
    lockHeadersOfRemoved,
    lockRemoved,
    removable,
    staying,
    ...levels(referrers, leaving, markRemoved, logRemoved),
    countHeadersOfRemoved,
  ],
  restore: [lockHeadersOfRestored, lockRestored, restoring, unmark, logRestored, countHeadersOfRestored],
  revert: [
    lockHeadersOfRestored,
    lockRestored,
    sameVersion,
    editableAgain,
    writeBack,
    logReverted,
    countHeadersOfRestored,
  ],
};
