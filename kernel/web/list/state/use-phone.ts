import { useSyncExternalStore } from 'react';
import { isPhone, watchPhone } from '../../registry/phone.ts';

/** Is the screen so narrow that rows become cards? */
export const usePhone = (): boolean => useSyncExternalStore(watchPhone, isPhone);
