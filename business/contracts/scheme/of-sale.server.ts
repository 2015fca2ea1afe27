import { asText } from '#kernel/language/values.ts';
import { answering } from '#kernel/server';
import { serviceFile } from '#business/customers/service-file/service-file.paper.ts';
import { schemesSold } from '#business/piecework/pieces/audit/schemes-sold.service.ts';
import { scheme } from './scheme.paper.ts';

/** Answers the contracts of a sale: those that name it, and those of homes that name it. */
export const ofSale = answering(schemesSold, async (reading, { businessId }) => {
  const files = await reading.visible(serviceFile, { match: { businessId } }).rows({ first: 50 });
  const own = await reading.visible(scheme, { match: { businessId } }).rows({ first: 50 });
  const ofHomes = files.length
    ? await reading.visible(scheme, { match: { registerMainId: files.map((file) => file.id) } }).rows({ first: 50 })
    : [];
  const all = new Map([...own, ...ofHomes].map((one) => [one.id, one]));
  return [...all.values()].map((one) => ({
    id: one.id,
    schemeNo: one.schemeNo,
    schemeName: one.schemeName,
    schemeStatus: one.schemeStatus,
    startDate: one.startDate,
    endDate: asText(one.endDate),
    timesTotal: one.timesTotal,
    timesUsed: Number(one.timesUsed ?? 0),
    timesLeft: one.timesTotal - Number(one.timesUsed ?? 0) - Number(one.timesLocked ?? 0),
    payStatus: asText(one.payStatus),
  }));
});
