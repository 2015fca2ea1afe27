import { roomCall } from '#kernel/language/calls/call.ts';
import { type AnswerOf, anyText, choice, list, optional, record, yesOrNo } from '#kernel/language/calls/shape.ts';

const parts = {
  id: anyText,
  tenantId: anyText,
  tenantName: anyText,
  /** A link to the logo of his company. */ tenantLogo: anyText,
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
  /** The page the company begins with, where it is not the workbench; and codes of refusals that are not shown. */
  firstPage: anyText,
  quietCodes: anyText,
  /** What he must do before anything else is answered, all of it. */
  first: optional(list(choice('password', 'factor'))),
};

/** What a client is told of the person who logged in. */
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
      /** May people work in one of their roles at a time here? */ switchMode: yesOrNo,
      departments: list(anyText),
      teams: list(anyText),
      /** Why nothing may be changed now. */ still: optional(choice('viewAs', 'expired')),
      /** Who looks through his eyes. */ viewedBy: optional(anyText),
    }),
  });

/** At the addresses that clients know. */
export const whoIsLoggedIn = [
  at('blade-auth/oauth/user-info'),
  at('user/getUserInfo'),
  at('../user/getUserInfo'),
] as const;

export type Profile = AnswerOf<typeof profile>;
