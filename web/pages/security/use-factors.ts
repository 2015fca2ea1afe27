import { startRegistration } from '@simplewebauthn/browser';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '#kernel/web/dialogs/ask.tsx';
import { get, postJson } from '#kernel/web/http/http.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { useT } from '#kernel/web/i18n/words.ts';

export interface HeldFactors {
  readonly totp: boolean;
  readonly passkeys: readonly {
    readonly id: string;
    readonly name: string;
    readonly createTime: string;
    readonly usedTime: string;
  }[];
  readonly recoveryLeft: number;
  readonly required: boolean;
}

/** Proof for a change of factors: a code or a recovery code, or the password where there is no factor yet. */
export type FactorProof = { readonly code: string } | { readonly recoveryCode: string } | { readonly password: string };

/** Part of the page at which a proof is typed: authenticator app, passkeys or recovery codes. */
export type ProofPlace = 'totp' | 'keys' | 'codes';

/**
 * Create a passkey on this device. Return null if the person cancels or the device cannot, and in the second case call
 * `failed`.
 */
async function keyOfDevice(failed: () => void): Promise<unknown> {
  try {
    return await startRegistration({ optionsJSON: await get('blade-auth/oauth/passkey/register-options') });
  } catch (error) {
    if (['NotSupportedError', 'SecurityError', 'InvalidStateError'].includes((error as Error).name)) failed();
    return null;
  }
}

/** Return the person's second factors, and functions that change them after a proof. */
export function useFactors(onDone?: () => void) {
  const t = useT();
  const client = useQueryClient();
  const { data: held } = useQuery({
    queryKey: ['factors'],
    queryFn: () => get<HeldFactors>('blade-auth/oauth/factors'),
  });
  const [setup, setSetup] = useState<{ secret: string; uri: string } | null>(null);
  const [codes, setCodes] = useState<readonly string[]>([]);
  /** The change of second factors that waits for a proof, and the part of the page that shows its form. */
  const [proving, setProving] = useState<{
    readonly at: ProofPlace;
    readonly then: (proof: FactorProof) => Promise<void>;
  } | null>(null);
  const again = (): Promise<void> => client.invalidateQueries({ queryKey: ['factors'] });
  const finished = async (shown: readonly string[]): Promise<void> => {
    setSetup(null);
    setProving(null);
    setCodes(shown);
    await again();
    if (!shown.length) onDone?.();
  };
  const setUp = async (proof?: FactorProof): Promise<void> => {
    setSetup(await postJson('blade-auth/oauth/totp/setup', proof));
    setProving(null);
  };
  const begin = (): void => {
    if (held?.passkeys.length) setProving({ at: 'totp', then: setUp });
    else void setUp();
  };
  const confirm = async (code: string): Promise<void> =>
    finished((await postJson<{ recoveryCodes: string[] }>('blade-auth/oauth/totp/confirm', { code })).recoveryCodes);
  // Check the proof first: after a wrong code no passkey must remain on the device.
  const addPasskey = async (proof: FactorProof): Promise<void> => {
    await postJson('blade-auth/oauth/passkey/prove', proof);
    const credential = await keyOfDevice(() =>
      toast.bad(t(['此设备不能添加通行密钥', 'This device cannot add a passkey'])),
    );
    if (!credential) return setProving(null);
    const name = `${navigator.platform || 'Passkey'} ${new Date().toISOString().slice(0, 10)}`;
    await finished(
      (await postJson<{ recoveryCodes: string[] }>('blade-auth/oauth/passkey/register', { name, credential }))
        .recoveryCodes,
    );
  };
  const removePasskey = async (id: string, name: string): Promise<void> => {
    if (await ask({ title: t([`删除通行密钥“${name}”？`, `Remove the passkey “${name}”?`]), danger: true }))
      setProving({
        at: 'keys',
        then: async (proof) => {
          await postJson('blade-auth/oauth/passkey/remove', { ids: id, ...proof });
          setProving(null);
          await again();
        },
      });
  };
  const dropTotp = async (proof: FactorProof): Promise<void> => {
    await postJson('blade-auth/oauth/totp/remove', proof);
    await finished([]);
  };
  const newCodes = async (proof: FactorProof): Promise<void> =>
    finished((await postJson<{ recoveryCodes: string[] }>('blade-auth/oauth/recovery-codes', proof)).recoveryCodes);
  return {
    held,
    setup,
    codes,
    hide: () => setCodes([]),
    proving,
    prove: setProving,
    begin,
    confirm,
    addPasskey,
    removePasskey,
    dropTotp,
    newCodes,
  };
}
