import { call } from '#kernel/language/calls/call.ts';
import { anyNumber, anyText, list, record } from '#kernel/language/calls/shape.ts';
import { audienceField } from './audience.rules.ts';
import { care } from './care.paper.ts';

/** Counts the audience of a form that is not saved, and names the first who get the message. Nothing is sent. */
export const previewAudience = call(care, 'preview', {
  method: 'POST',
  needs: 'add',
  title: ['人群预览', 'Preview of the audience'],
  body: { audience: audienceField({ required: true }) },
  answer: record({
    all: anyNumber,
    gets: anyNumber,
    noConsent: anyNumber,
    optedOut: anyNumber,
    blocked: anyNumber,
    first: list(anyText),
  }),
});
