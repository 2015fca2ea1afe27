import type { Fixtures } from '#kernel/testing/fixtures.ts';

/** An order of the home that its file is about: the file tells address and premises, so a sample says the same. */
const ofHome: Fixtures = async ({ fresh, some, row }, asked) => {
  if ('registerMainId' in asked || 'customerId' in asked || 'equipmentId' in asked) return {};
  const { premisesId, address } = asked;
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
