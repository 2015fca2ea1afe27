import { type RoomServer, contributing, guestKinds } from '#kernel/server';
import { completionFollowers } from '#business/completion/completion/followers/completion-followers.server.ts';
import { messageEvents } from '#business/messaging/event-catalogue.server.ts';
import { messageLinks } from '#business/messaging/sms/message-links.server.ts';
import { consentCalls, consentHolds } from './consent/ask-consent.server.ts';
import consent from './consent/consent.server.ts';
import { invariants } from './invariants.server.ts';
import { customerEvents } from './links/customer-events.server.ts';
import { linkCalls } from './links/links.server.ts';
import { orderLinks } from './links/message-links.server.ts';
import { orderKind } from './progress/order-kind.server.ts';

/** The server side of pages for customers. */
export default {
  behaviours: [consent],
  extensions: [consentCalls, linkCalls],
  invariants,
  contributions: [
    contributing(guestKinds, [orderKind]),
    contributing(messageLinks, orderLinks),
    contributing(messageEvents, [customerEvents]),
    contributing(completionFollowers, [consentHolds]),
  ],
  locks: ['completion', { paper: 'consent', under: ['completionId'], within: true }, 'message to '],
} satisfies RoomServer;
