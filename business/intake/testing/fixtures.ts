import type { Fixtures } from '#kernel/testing/fixtures.ts';

/**
 * Return a service file with its customer, address and premises, which must agree in a sample. The input may name
 * address or premises.
 */
const ofHome: Fixtures = async ({ fresh, some, row }, input) => {
  if ('registerMainId' in input || 'customerId' in input || 'equipmentId' in input) return {};
  const { premisesId, address } = input;
  const isOwn = premisesId !== undefined || address !== undefined;
  const registerMainId = isOwn
    ? await fresh('serviceFile', {
        ...(premisesId !== undefined && { premisesId }),
        ...(address !== undefined && { address }),
      })
    : await some('serviceFile');
  const file = await row('serviceFile', registerMainId);
  return { customerId: file.customerId, registerMainId, address: file.address, premisesId: file.premisesId };
};

/** The rows that samples of this room refer to. */
export default { repairForm: ofHome, registration: ofHome } satisfies Readonly<Record<string, Fixtures>>;
