import { decimalOf, rounded } from '#kernel/language/exact.ts';
import { type Family, families } from './families.rules.ts';

/** An item of SAP Business One, with its price. */
export interface SapItem {
  readonly itemCode: string;
  readonly itemName: string;
  readonly itmsGrpCod: number;
  readonly itmsGrpNam: string;
  readonly spec: string;
  readonly unit: Family['unit'];
  readonly barcode: string;
  /** CNY, four decimals. */
  readonly salePrice: string;
  readonly costPrice: string;
  readonly validFor: boolean;
  /** Quantity on hand by SAP warehouse. */
  readonly stock: Readonly<Record<string, number>>;
  /** A first guess of the item's type by its family; SAP does not store it. */
  readonly guess: Pick<Family, 'type' | 'track' | 'months' | 'old'>;
}

export interface SapFilter {
  readonly itmsGrpNam?: string | null;
  readonly itemCode?: string | null;
  readonly itemName?: string | null;
  readonly whsCode?: string | null;
}

/** Interface to the items of SAP. The simulation implements it, and an adapter to a real SAP can. */
export interface SapItems {
  items(filter: SapFilter): Promise<readonly SapItem[]>;
  item(code: string): Promise<SapItem | undefined>;
}

/** Return an EAN-13 with an unused country prefix. */
function barcodeOf(n: number): string {
  const digits = `299${String(n).padStart(9, '0')}`;
  const sum = [...digits].reduce((all, digit, at) => all + Number(digit) * (at % 2 ? 3 : 1), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

const STEP = 118n;

function itemsOfFamily(family: Family, code: number, letters: string, group: string, first: number): SapItem[] {
  let price = BigInt(family.price) * 10_000n;
  return family.sizes.split(' ').map((size, at): SapItem => {
    const n = first + at;
    const salePrice = price;
    price = rounded(price * STEP, 100n);
    return {
      itemCode: `${letters}${String(code)}-${String(n).padStart(3, '0')}`,
      itemName: `${family.name} ${size}`,
      itmsGrpCod: code,
      itmsGrpNam: group,
      spec: size,
      unit: family.unit,
      barcode: barcodeOf(code * 1000 + n),
      salePrice: decimalOf(rounded(salePrice, 1000n) * 1000n, 4),
      costPrice: decimalOf(rounded(salePrice * 62n, 100_000n) * 1000n, 4),
      validFor: n % 53 !== 0,
      stock: { W01: (n * 7) % 60, W02: (n * 11) % 25, W09: n % 4 },
      guess: family,
    };
  });
}

const catalogue: readonly SapItem[] = families.flatMap(([code, letters, group, list]) => {
  const items: SapItem[] = [];
  for (const family of list) items.push(...itemsOfFamily(family, code, letters, group, items.length + 1));
  return items;
});
const byCode = new Map(catalogue.map((one) => [one.itemCode, one]));

const holds = (text: string, part: string | null | undefined): boolean =>
  !part || text.toLowerCase().includes(part.trim().toLowerCase());

/** A simulated SAP: a fixed catalogue of nine groups, the same at every start. */
export const simulatedSap: SapItems = {
  items: async ({ itmsGrpNam, itemCode, itemName, whsCode }) =>
    catalogue.filter(
      (one) =>
        holds(one.itmsGrpNam, itmsGrpNam) &&
        holds(one.itemCode, itemCode) &&
        holds(one.itemName, itemName) &&
        (!whsCode || (one.stock[whsCode] ?? 0) > 0),
    ),
  item: async (code) => byCode.get(code),
};
