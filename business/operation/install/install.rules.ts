/** Inputs of an unfinished installation, stored on the phone. */
export interface InstallDraft {
  /** MAC or serial number, as scanned or typed. */ readonly code: string;
  readonly householdId: string;
  readonly roomId: string;
  readonly name: string;
}

export const emptyDraft: InstallDraft = { code: '', householdId: '', roomId: '', name: '' };

/** Return the inputs for another device in the same home. */
export const nextDraft = ({ householdId }: InstallDraft): InstallDraft => ({ ...emptyDraft, householdId });

/** Minimal length of a code that identifies a device. */
export const MIN_CODE = 4;

/** Steps of an installation, in order. */
export type InstallStep = 'code' | 'announce' | 'home' | 'bind';

/** Return the first unfinished step, even if later ones are filled in. */
export function installStep(draft: InstallDraft, isAnnounced: boolean): InstallStep {
  if (draft.code.trim().length < MIN_CODE) return 'code';
  if (!isAnnounced) return 'announce';
  return draft.householdId === '' ? 'home' : 'bind';
}
