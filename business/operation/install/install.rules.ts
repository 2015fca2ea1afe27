/** What somebody at a door typed and chose so far; kept on his phone until the device is bound. */
export interface InstallDraft {
  /** MAC or serial number, as it was scanned or typed. */ readonly code: string;
  readonly householdId: string;
  readonly roomId: string;
  readonly name: string;
}

export const emptyDraft: InstallDraft = { code: '', householdId: '', roomId: '', name: '' };

/** The next device goes into the same home: only it is forgotten. */
export const nextDraft = ({ householdId }: InstallDraft): InstallDraft => ({ ...emptyDraft, householdId });

/** A code so short names nothing yet. */
export const LEAST_CODE = 4;

/** How far it is: each step waits for the one before. */
export type InstallStep = 'code' | 'announce' | 'home' | 'bind';

/** The step that is next, whatever was chosen ahead. */
export function installStep(draft: InstallDraft, isAnnounced: boolean): InstallStep {
  if (draft.code.trim().length < LEAST_CODE) return 'code';
  if (!isAnnounced) return 'announce';
  return draft.householdId === '' ? 'home' : 'bind';
}
