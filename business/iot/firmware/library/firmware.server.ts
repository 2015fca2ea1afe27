import { text } from '#kernel/fields/text/text.ts';
import type { Row } from '#kernel/language/paper.ts';
import { attachmentOf } from '#kernel/fields/file/file.ts';
import { behaviour, type Context, implement, type Reading } from '#kernel/server';
import { device } from '../../devices/device.paper.ts';
import { thingModel } from '../../models/thing-model.paper.ts';
import { refuse } from '../refusals.ts';
import { beginTrial } from '../tasks/begin-trial.server.ts';
import { recallOfFirmware } from '../tasks/recall.server.ts';
import { isVersion } from '../versions/version.rules.ts';
import { addFirmware, publicKey } from './firmware.calls.ts';
import { firmware } from './firmware.paper.ts';
import { SIGNED_PARTS, firmwareKeyPem, signFirmware } from './signature.server.ts';

type Firmware = Row<typeof firmware>;

/** Links that an upload returns. Any other address is refused: the product fetches nothing from elsewhere. */
const OWN_LINK = /^\/api\/blade-resource\/file\/\d{1,19}(?:\?[^#]*)?$/;

/** Return the uploaded file of a link; null: none was sent. */
function linkedFile(fileUrl: string | null | undefined): string | null {
  if (!fileUrl) return null;
  const id = OWN_LINK.test(fileUrl) ? attachmentOf(fileUrl) : undefined;
  if (id) return id;
  const refusal = refuse.firmwareAddress();
  throw refuse.firmwareAddress({ fields: [{ field: 'fileUrl', words: refusal.words }] });
}

/** Return the facts of the file, which people cannot enter. */
async function fileFacts(
  context: Reading,
  fileId: string | null | undefined,
  expected: string | null | undefined,
): Promise<Pick<Firmware, 'fileName' | 'fileSize' | 'sha256' | 'md5'>> {
  const stored = fileId ? await context.storedFile(fileId) : null;
  if (!stored) {
    const { words } = refuse.firmwareFile();
    throw refuse.firmwareFile({ fields: [{ field: 'fileId', words }] });
  }
  if (expected && expected.trim().toLowerCase() !== stored.sha256) throw refuse.firmwareChecksum();
  return { fileName: stored.name, fileSize: stored.size, sha256: stored.sha256, md5: stored.md5 };
}

function assertShape({ firmwareVersion, packageType, baseVersion, minVersion }: Firmware): void {
  const malformed = [
    ['firmwareVersion', firmwareVersion],
    ['baseVersion', baseVersion],
    ['minVersion', minVersion],
  ].find(([, text]) => text && !isVersion(text));
  if (malformed) {
    const { words } = refuse.firmwareVersion();
    throw refuse.firmwareVersion({ fields: [{ field: String(malformed[0]), words }] });
  }
  if (packageType === 'delta' && !baseVersion) throw refuse.firmwareBase();
}

/** Refuse devices of the trial that are out of the caller's sight, or of another model. */
async function assertTrialDevices(context: Context, { modelId, verifyDeviceIds }: Firmware): Promise<void> {
  if (!verifyDeviceIds?.length) return;
  const devices = await context.visible(device).all(verifyDeviceIds);
  if (devices.some((one) => one.modelId !== modelId)) throw refuse.verifyElsewhere();
}

async function signatureOf(context: Reading, row: Firmware): Promise<string> {
  const { modelCode } = await context.get(thingModel, row.modelId);
  return signFirmware(context, {
    modelCode,
    module: row.moduleCode,
    version: row.firmwareVersion,
    size: row.fileSize ?? 0,
    sha256: row.sha256 ?? '',
  });
}

/** Fields whose change makes the signature invalid. */
const SIGNED = ['modelId', 'moduleCode', 'firmwareVersion', 'fileId'] as const;

export default behaviour<typeof firmware>(firmware, {
  async saving(context, { before, values, extra, byHand }) {
    const fileId = linkedFile(extra?.fileUrl) ?? values.fileId ?? before?.fileId ?? null;
    const after = { ...before, ...values, fileId } as Firmware;
    assertShape(after);
    if (byHand && values.verifyDeviceIds) await assertTrialDevices(context, after);
    if (before && SIGNED.every((name) => after[name] === before[name])) return {};
    const facts = await fileFacts(context, fileId, extra?.expectedSha256);
    return { fileId, ...facts, signature: await signatureOf(context, { ...after, ...facts }) };
  },
  releases: ['upgradeRun.firmwareId'],
  filters: { version: { sql: 't.firmware_version = $', reads: text(['版本', 'Version'], { max: 32 }) } },
  actions: {
    async verify(context, row) {
      // The code of a draft model may have changed since the firmware was signed.
      const signature = await signatureOf(context, row);
      return { signature, verifyTaskId: await beginTrial(context, row), revokeNote: null };
    },
    async release(context, row) {
      if (!row.fileId || !(await context.storedFile(row.fileId))) throw refuse.firmwareGone();
      if ((await signatureOf(context, row)) !== row.signature) throw refuse.modelChanged();
      return { releaseUser: context.person.id, releaseTime: context.now() };
    },
    async revoke(context, row, { note }) {
      await recallOfFirmware(context, row.id);
      return { revokeNote: note };
    },
  },
  calls: [
    implement(addFirmware, {
      write: async ({ row, version, fileUrl, expectedSha256 }, context) => {
        const { id } = await context.submit(firmware, {
          ...row,
          firmwareVersion: version ?? row.firmwareVersion,
          fileUrl,
          expectedSha256,
        });
        const [made] = await context.visible(firmware).all([id]);
        return made;
      },
    }),
    implement(publicKey, {
      read: (_input, reading) =>
        Promise.resolve({
          algorithm: 'Ed25519',
          publicKey: firmwareKeyPem(reading),
          signedText: SIGNED_PARTS,
        }),
    }),
  ],
});
