import { roomCall } from '#kernel/language/calls/call.ts';
import { type AnswerOf, anyText, choice, list, optional, record, yesOrNo } from '#kernel/language/calls/shape.ts';

const parts = {
  id: anyText,
  tenantId: anyText,
  tenantName: anyText,
  /** Link to the company's logo. */ tenantLogo: anyText,
  account: anyText,
  name: anyText,
  realName: anyText,
  avatar: anyText,
  /** Ids as comma lists, as old clients split them. */
  roleId: anyText,
  deptId: anyText,
  postId: anyText,
  aliases: anyText,
  roleName: anyText,
  deptName: anyText,
  mustChange: yesOrNo,
  /**
   * `firstPage`: the company's start page, empty for the workbench. `quietCodes`: reasons of refusals that clients do
   * not show.
   */
  firstPage: anyText,
  quietCodes: anyText,
  /** All steps that the person must take before other calls are answered. */
  first: optional(list(choice('password', 'factor'))),
};

/** The profile of the person who logged in. */
export const profile = record(parts);

const at = (path: string) =>
  roomCall(path, {
    method: 'GET',
    needs: 'person',
    title: ['当前用户与角色', 'Who is logged in'],
    answer: record({
      ...parts,
      userId: anyText,
      roles: list(anyText),
      permissions: list(anyText),
      /** Does the company let people act in one of their roles at a time? */ switchMode: yesOrNo,
      departments: list(anyText),
      teams: list(anyText),
      /** Why the session is read-only. */ still: optional(choice('viewAs', 'expired')),
      /** Person who views the product as this one. */ viewedBy: optional(anyText),
    }),
  });

/** The call that returns the caller's profile, at all addresses that clients use. */
export const whoIsLoggedIn = [
  at('blade-auth/oauth/user-info'),
  at('user/getUserInfo'),
  at('../user/getUserInfo'),
] as const;

export type Profile = AnswerOf<typeof profile>;
