import { dict } from '#kernel/fields/dict/dict.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { phone } from '#kernel/fields/phone/phone.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { secret } from '#kernel/fields/secret/secret.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { ezvizStatus } from '../../dictionaries.ts';

/** Authorization to show the cameras of a home. Pictures are not stored here, but in the cloud of the maker. */
export const cameraAccount = paper('cameraAccount', {
  title: ['萤石账号', 'Camera account'],
  table: 'op_ezviz_account',
  path: 'blade-operation/camera-account',
  rights: { read: ['as_operator', 'as_manager', 'as_admin'], write: ['as_operator'], remove: ['as_operator'] },
  team: { through: 'householdId', paper: 'household' },
  department: { through: 'householdId', paper: 'household' },
  follows: [{ paper: 'household', parent: 'householdId', as: 'camera' }],
  caption: 'appKey',
  fields: {
    householdId: ref('household', ['家庭', 'Home'], { required: true, unique: true, list: true, filter: 'exact' }),
    ezvizPhone: phone(['萤石手机号', 'EZVIZ mobile'], { list: true }),
    appKey: text(['应用Key', 'App key'], { list: true, max: 64 }),
    accessToken: secret(['访问令牌', 'Access token'], { max: 200 }),
    expireTime: moment(['到期时间', 'Expires'], { list: true }),
    ezvizStatus: dict(ezvizStatus, ['授权状态', 'Authorisation'], { auto: true, list: true, initial: 'none' }),
  },
  under: 'household',
});
