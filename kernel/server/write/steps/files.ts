import { bindFiles, onlyOwnPictures } from '../../files/bind-files.ts';
import { COPY_OF, picturesOfSource, takeAlong } from '../../files/copied-pictures.ts';
import { type ActStep, bodyIn, isByPerson, isSingle } from '../act.ts';
import type { InsertFound, UpdateFound } from '../found.ts';

/** Copy the pictures of the original where the new row is a copy. */
export const copyPictures: ActStep<InsertFound> = {
  name: 'copyPictures',
  kind: 'write',
  when: isSingle,
  run: ({ session, act }, { values, copied }) => takeAlong(session, act.paper, values[0], copied),
};

/** Bind the files that a new row names. */
export const filesOfNew: ActStep<InsertFound> = {
  name: 'files',
  kind: 'write',
  when: isSingle,
  run: ({ session, act }, { after }) => bindFiles(session, act.paper, null, after[0]),
};

/** Bind the files that a changed row names, and release those that it named before. */
export const filesOfChange: ActStep<UpdateFound> = {
  name: 'files',
  kind: 'write',
  run: ({ session, act }, { before, after, isChanged }) =>
    isChanged ? bindFiles(session, act.paper, before, after) : undefined,
};

/**
 * From the rich texts of a new row, remove pictures that are neither the writer's own uploads nor copied from the
 * original.
 */
export const ownPictures: ActStep<InsertFound> = {
  name: 'ownPictures',
  kind: 'check',
  when: isSingle,
  async run({ session, act }, { values: [values] }) {
    const copied = await picturesOfSource(session, act.paper, values, isByPerson(act) ? bodyIn(act)?.[COPY_OF] : null);
    if (isByPerson(act)) await onlyOwnPictures(session, act.paper, values, null, copied);
    return { copied };
  },
};

/** From changed rich texts, remove pictures that are neither the row's own nor the writer's uploads. */
export const ownPicturesOfChange: ActStep<UpdateFound> = {
  name: 'ownPictures',
  kind: 'check',
  when: isByPerson,
  run: async ({ session, act }, { before, values }) => {
    await onlyOwnPictures(session, act.paper, values, before);
  },
};
