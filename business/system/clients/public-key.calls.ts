import { roomCall } from '#kernel/language/calls/call.ts';
import { anyText, choice, record } from '#kernel/language/calls/shape.ts';

/**
 * Returns the public key that administrators enter in the configuration of published clients, which encrypt passwords
 * with it.
 */
export const readPublicKey = roomCall('blade-system/client/public-key', {
  method: 'GET',
  needs: 'person',
  title: ['口令加密公钥（SM2）', 'Public key that passwords are encrypted with (SM2)'],
  answer: record({ algorithm: choice('SM2'), mode: choice('C1C2C3'), publicKey: anyText }),
});
