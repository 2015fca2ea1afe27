import { type Route, implementRoute, storeBinary } from '#kernel/server';
import { uploadFirmware } from './firmware.calls.ts';

/** The upload of firmware: hashed while it is received, and stored without being held in memory. */
export const uploadRoute = (): Route =>
  implementRoute(uploadFirmware, async (_input, asking) => storeBinary(asking), { upload: true });
