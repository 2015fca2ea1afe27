import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { get } from '#kernel/web/http/http.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import type { FactorProof, HeldFactors } from './use-factors.ts';

/** Names of the fields in which a call returns faults of the proof. */
export const PROOF_FIELDS = ['password', 'code', 'recoveryCode'] as const;

/** Return the typed text as a proof: a password without a second factor, else a six-digit code or a recovery code. */
export const proofFrom = (text: string, hasFactor: boolean): FactorProof =>
  !hasFactor ? { password: text } : /^\d{3}\s?\d{3}$/.test(text.trim()) ? { code: text } : { recoveryCode: text };

export function useHasFactor(): boolean {
  const { data } = useQuery({ queryKey: ['factors'], queryFn: () => get<HeldFactors>('blade-auth/oauth/factors') });
  return Boolean(data && (data.totp || data.passkeys.length));
}

interface ProofFieldProps {
  readonly hasFactor: boolean;
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (text: string) => void;
}

/** A field for the password, or for a code where a second factor is set up. */
export function ProofField({ hasFactor, value, problem, onChange }: ProofFieldProps): ReactElement {
  const t = useT();
  return (
    <div className="plain-field">
      <label htmlFor="info-proof">
        {hasFactor ? t(['当前动态口令或恢复码', 'Code of now, or a recovery code']) : t(['登录密码', 'Your password'])}
      </label>
      <input
        id="info-proof"
        className="plain-input"
        type={hasFactor ? 'text' : 'password'}
        autoComplete={hasFactor ? 'one-time-code' : 'current-password'}
        maxLength={100}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={Boolean(problem)}
        aria-describedby="info-proof-why"
      />
      {problem && (
        <p className="field-problem" role="alert">
          {problem}
        </p>
      )}
      <small id="info-proof-why">
        {t(['修改姓名、手机或邮箱需确认是本人', 'A changed name, mobile or e-mail needs a proof that it is you'])}
      </small>
    </div>
  );
}
