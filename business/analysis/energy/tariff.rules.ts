/** Electricity prices of the three bands (yuan per kWh), and the band of each hour. */
export interface Tariff {
  readonly peak: number;
  readonly flat: number;
  readonly valley: number;
  /** Band of each of the 24 hours. */ readonly bands: readonly TariffBand[];
}

export type TariffBand = 'peak' | 'flat' | 'valley';

/**
 * Prices of homes in Shanghai with a time-of-use meter. Format: `band hours price` for each band, without hours for
 * `flat`.
 */
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

/** Parse a tariff; null if a price is missing or no number. Hours without a band are flat. */
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
