import { text } from '#kernel/fields/text/text.ts';
import { call, wholeBody } from '#kernel/language/calls/call.ts';
import { anyNumber, anyText, of, record } from '#kernel/language/calls/shape.ts';
import { firmware } from './firmware.paper.ts';

/** Register firmware. `version` is its version; on other calls this word means the number of changes of a row. */
export const addFirmware = call(firmware, 'add', {
  method: 'POST',
  needs: 'add',
  title: ['登记固件', 'Register firmware'],
  body: {
    row: wholeBody(firmware, [
      'firmwareName',
      'modelId',
      'moduleCode',
      'firmwareVersion',
      'fileId',
      'packageType',
      'baseVersion',
      'minVersion',
      'compatVersions',
      'requires',
      'forceUpgrade',
      'notesZh',
      'notesEn',
      'verifyDeviceIds',
    ]),
    version: text(['版本', 'Version'], { max: 32 }),
    fileUrl: text(['文件地址', 'Link of the file'], { max: 500 }),
    expectedSha256: text(['应有的 SHA-256', 'Expected SHA-256'], { max: 64 }),
  },
  answer: of(firmware),
});

/** The upload of a file as the field `file` of a form. Checksums in other fields of the form must match. */
export const uploadFirmware = call(firmware, 'upload', {
  method: 'POST',
  needs: 'add',
  title: ['上传固件文件', 'Upload a firmware file'],
  body: {
    sha256: text(['SHA-256', 'SHA-256'], { max: 64 }),
    md5: text(['MD5', 'MD5'], { max: 32 }),
  },
  answer: record({
    link: anyText,
    domain: anyText,
    name: anyText,
    originalName: anyText,
    attachId: anyText,
    size: anyNumber,
    sha256: anyText,
    md5: anyText,
  }),
});

/** The key by which devices check the signatures of the company's firmware. */
export const publicKey = call(firmware, 'public-key', {
  method: 'GET',
  needs: 'view',
  title: ['固件签名公钥', 'Public key of firmware signatures'],
  answer: record({
    algorithm: anyText,
    /** In PEM. */ publicKey: anyText,
    /** The signed text, with names for its parts. */ signedText: anyText,
  }),
});
