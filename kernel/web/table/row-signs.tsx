import type { ReactElement } from 'react';

/** One plain line each: components of icons are most of what drawing a row costs. The same elements for all rows, which React leaves as they are. */
const sign = (name: string, line: string): ReactElement => <svg className={`row-sign ${name}`} viewBox="0 0 24 24" aria-hidden><path d={line} /></svg>;

export const dots = sign('dots', 'M5 12h.01M12 12h.01M19 12h.01');
export const copySign = sign('copy', 'M9 9h12v12H9zM4 15H3V3h12v1');
export const arrow = sign('arrow', 'm9 6 6 6-6 6');
