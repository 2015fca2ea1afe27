import { inBoth } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import { completionCharge } from '#business/completion/charges/completion-charge.paper.ts';
import type { completion } from '#business/completion/completion/completion.paper.ts';
import { extraCharge } from '#business/completion/dictionaries.ts';
import { completionSupply } from '#business/completion/supplies/completion-supply.paper.ts';
import { labelOfKey } from '#business/customers/guest/guest-words.rules.ts';
import { short } from '#business/intake/timeline/station.rules.ts';
import type { ConsentItem, ConsentPhoto, consent } from './consent.paper.ts';

type Completion = Row<typeof completion>;

/** Maximum photos of a consent. */
const MAX_PHOTOS = 6;

const isSome = (amount: string | null): amount is string => Number(amount ?? 0) !== 0;

/** The price that a customer would pay, with its fees and photos. */
type Frozen = Pick<
  Row<typeof consent>,
  'laborFee' | 'materialFee' | 'mileageFee' | 'otherFee' | 'discountAmount' | 'totalAmount'
> & { readonly items: ConsentItem[]; readonly photos: ConsentPhoto[] };

/** Return the price that the customer would pay for a completion: fees, sums and photos at this moment. */
export async function frozenPrice(reading: Reading, of: Completion): Promise<Frozen> {
  const supplies = (await reading.find(completionSupply, { completionId: of.id }, { limit: 200 })).filter(
    (one) => one.payer === 'customer' && isSome(one.amount),
  );
  const charges = (await reading.find(completionCharge, { completionId: of.id }, { limit: 500 })).filter(
    (one) => (one.payer ?? 'customer') === 'customer',
  );
  const fee = (name: readonly [string, string], amount: string | null): ConsentItem[] =>
    isSome(amount) ? [{ name: inBoth(name), qty: '', amount }] : [];
  const items: ConsentItem[] = [
    ...supplies.map((one) => ({ name: one.itemName ?? '', qty: short(one.qty), amount: one.amount ?? '0.00' })),
    ...fee(['人工费', 'Labour'], of.laborFee),
    ...fee(['里程费', 'Mileage'], of.mileageFee),
    ...charges.map((one) => ({
      name: inBoth(labelOfKey(extraCharge, one.chargeType)),
      qty: '',
      amount: one.amount,
    })),
    ...fee(['优惠', 'Discount'], isSome(of.discountAmount) ? `-${of.discountAmount}` : null),
  ];
  return {
    items,
    laborFee: of.laborFee,
    materialFee: of.materialFee,
    mileageFee: of.mileageFee,
    otherFee: of.otherFee,
    discountAmount: of.discountAmount,
    totalAmount: of.receivableAmount,
    photos: await photosOf(
      reading,
      charges.flatMap((one) => one.photos ?? []),
    ),
  };
}

/** Return photos with the hashes of their contents. */
async function photosOf(reading: Reading, ids: readonly string[]): Promise<ConsentPhoto[]> {
  const photos: ConsentPhoto[] = [];
  for (const id of ids.slice(0, MAX_PHOTOS)) {
    const facts = await reading.storedFile(id);
    if (facts) photos.push({ id, sha256: facts.sha256 });
  }
  return photos;
}
