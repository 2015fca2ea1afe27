import type { ActKind, ActStep } from './act.ts';
import type { FoundOf } from './found.ts';
import * as check from './steps/checks.ts';
import { gate, gateOfNew } from './steps/gate.ts';
import * as lines from './steps/lines.ts';
import * as lock from './steps/lock.ts';
import * as note from './steps/notes.ts';
import * as remove from './steps/remove.ts';
import * as restore from './steps/restore.ts';
import * as room from './steps/room.ts';
import * as row from './steps/rows.ts';
import * as value from './steps/values.ts';
import * as verb from './steps/verb.ts';

/** The steps of each kind of act, in their order. */
export const ORDER: { readonly [K in ActKind]: readonly ActStep<FoundOf[K]>[] } = {
  insert: [
    value.readValues,
    value.firstValues,
    check.required,
    check.ownPictures,
    check.pointers,
    lock.lockAboveNew,
    value.extras,
    lock.lockHeadersOfNew,
    room.same,
    check.duplicate,
    room.savingNew,
    check.storedOnce,
    row.countHeaders,
    row.copyPictures,
    row.numberRows,
    row.sendRow,
    lines.linesOfNew,
    row.filesOfNew,
    note.logNew,
    row.settled,
    room.added,
    note.logTogether,
    note.changeOfNew,
    room.savedNew,
    gateOfNew,
  ],
  update: [
    check.closedFields,
    lock.lockAboveChange,
    lock.lockHeadersOfChange,
    lock.lockRow,
    check.version,
    value.readChange,
    check.ownPicturesOfChange,
    value.copyChange,
    check.requiredOfChange,
    check.openFields,
    check.pointersOfChange,
    check.duplicateOfChange,
    value.extras,
    check.switched,
    room.savingChange,
    check.noCircle,
    lines.linesOfChange,
    row.countHeadersOfChange,
    row.writeRow,
    row.filesOfChange,
    note.logChange,
    note.changeOfRow,
    room.savedChange,
  ],
  verb: [
    verb.findVerb,
    room.lockFirst,
    lock.lockAbove,
    lock.lockOwnRows,
    verb.standsInFrom,
    verb.readAsked,
    verb.segregation,
    verb.needs,
    verb.neededLines,
    room.effects,
    ...row.each(note.remark, row.writeState, note.logState, note.event, note.changeOfState, room.moved, gate),
  ],
  move: [
    lock.lockAbove,
    lock.lockOwnRows,
    verb.findTrack,
    ...row.each(row.writeState, note.logState, note.event, note.changeOfState, room.moved, gate),
  ],
  remove: [
    remove.lockHeadersOfRemoved,
    remove.lockRemoved,
    remove.removable,
    remove.staying,
    ...remove.levels(remove.referrers, remove.leaving, remove.markRemoved, remove.logRemoved),
    remove.countHeadersOfRemoved,
  ],
  restore: [
    restore.lockHeadersOfRestored,
    restore.lockRestored,
    restore.restoring,
    restore.unmark,
    restore.logRestored,
    restore.countHeadersOfRestored,
  ],
  revert: [
    restore.lockHeadersOfRestored,
    restore.lockRestored,
    restore.sameVersion,
    restore.editableAgain,
    restore.writeBack,
    restore.logReverted,
    restore.countHeadersOfRestored,
  ],
};

/** Return the reasons by which acts of a kind refuse, in the order of their steps. */
export const refusalsOf = (kind: ActKind): readonly string[] => [
  ...new Set(
    ORDER[kind].flatMap(({ refuses = [], steps = [] }) => [...refuses, ...steps.flatMap((one) => one.refuses ?? [])]),
  ),
];
