import { useSyncExternalStore } from 'react';
import { isPhone, watchPhone } from '../../registry/phone.ts';

/** Return whether the window is so narrow that rows are shown as cards; renders again when this changes. */
export const usePhone = (): boolean => useSyncExternalStore(watchPhone, isPhone);
