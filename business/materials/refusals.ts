import { no, refusals } from '#kernel/language/refusal.ts';

/** Every “no” of the stores, in the words that the person reads. */
export const refuse = refusals('maintenance', {
  stockShort: no(409, (about: { item: string; n: string }) => [`库存不足:${about.item} 可用 ${about.n}`, `Not enough stock: ${about.item}, ${about.n} available`]),
});
