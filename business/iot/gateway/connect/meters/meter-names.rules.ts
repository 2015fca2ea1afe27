/** Protocols of meters. */
export type MeterName = 'dlt645' | 'cjt188';

export const isMeter = (protocol: string): protocol is MeterName => protocol === 'dlt645' || protocol === 'cjt188';
