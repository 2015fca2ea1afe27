import { create } from 'zustand';

interface Preferences { collapsed: boolean; topMenu: string }

const KEY = 'anju-frame';

function remembered(): Preferences {
  try {
    return { collapsed: false, topMenu: '', ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>) };
  } catch {
    return { collapsed: false, topMenu: '' };
  }
}

/** How this person likes the frame on this machine. */
export const usePreferences = create<Preferences>(() => remembered());

export function prefer(part: Partial<Preferences>): void {
  usePreferences.setState(part);
  localStorage.setItem(KEY, JSON.stringify(usePreferences.getState()));
}
