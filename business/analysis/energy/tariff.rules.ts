/** Prices of electricity by the hour of the day (yuan per kWh). */
export interface Tariff {
  readonly peak: number;
  readonly flat: number;
  readonly valley: number;
  /** Of each of the 24 hours. */ readonly bands: readonly TariffBand[];
}

export type TariffBand = 'peak' | 'flat' | 'valley';

/** Prices for homes in Shanghai with a meter by time, and the hours of B89: `band hours price`. */
export const DEFAULT_TARIFF = 'peak 8-11,18-21 0.677; flat 0.617; valley 22-6 0.307';

const HOURS = /^(\d{1,2})-(\d{1,2})$/;

function* hoursIn(text: string): Generator<number> {
  for (const part of text.split(',')) {
    const found = HOURS.exec(part);
    if (!found) continue;
    const [from, until] = [Number(found[1]), Number(found[2])];
    for (let hour = from; hour !== until && hour < from + 24; hour = (hour + 1) % 24) yield hour % 24;
  }
}

/** Reads a tariff; null where a price is missing or is no number. Hours that no band names are flat. */
export function readTariff(text: string): Tariff | null {
  const prices = new Map<string, number>();
  const bands: TariffBand[] = Array.from({ length: 24 }, () => 'flat');
  for (const part of text.split(';')) {
    const words = part.trim().split(/\s+/);
    const [band] = words;
    const price = Number(words.at(-1));
    if (!['peak', 'flat', 'valley'].includes(band) || !(price >= 0)) return null;
    prices.set(band, price);
    if (words.length === 3) for (const hour of hoursIn(words[1])) bands[hour] = band as TariffBand;
  }
  const [peak, flat, valley] = [prices.get('peak'), prices.get('flat'), prices.get('valley')];
  return peak === undefined || flat === undefined || valley === undefined ? null : { peak, flat, valley, bands };
}
