import type { Effect } from '#kernel/language/rooms/effect.ts';

/** Effects of calls of dispatch on other papers. */
export default [
  {
    by: ['dispatchForm', 'dispatchForm/saveSeveral', 'dispatchForm/updateUser'],
    on: ['visit'],
    does: ['submit'],
    because: 'to dispatch or transfer an order is to plan its visit',
    named: 'the form sends its own visit; the conflict check judges it as one that is planned by hand',
  },
  {
    by: ['leaveForm/solve'],
    on: ['visit', 'crewMember', 'occupancy', 'dispatchForm'],
    does: ['submit', 'move', 'create', 'change'],
    because: 'a visit in the way of a leave goes to somebody else, with its crew',
    named: 'the call asks the right to transfer, to move or to take back that visit',
  },
  {
    by: ['leaveForm/takeOff'],
    on: ['leaveForm', 'visit', 'crewMember', 'occupancy', 'dispatchForm'],
    does: ['create', 'move', 'change'],
    because: 'who does not come is blocked at once, and what was planned waits for somebody else',
    named: 'the technician is one of the caller’s board; the visits are those of that technician',
  },
  {
    by: ['delay'],
    on: ['visit'],
    does: ['resubmit'],
    because: 'a delay that is approved moves its visit to the new time',
    named: 'the visit is that of the delay, and the body names no other',
  },
  {
    by: ['dispatchForm', 'dispatchForm/updateUser', 'registration', 'crewMember', 'leaveForm'],
    on: ['visit'],
    does: ['move', 'change'],
    because: 'visits follow their form: transferred, recalled, cancelled or led by somebody else with it',
  },
  {
    by: ['dispatchForm', 'visit', 'crewMember', 'leaveForm'],
    on: ['occupancy'],
    does: ['create', 'change', 'remove'],
    because: 'who is planned is not free; nobody writes these rows by hand',
  },
  {
    by: ['dispatchForm', 'visit'],
    on: ['crewMember'],
    does: ['create', 'change'],
    because: 'the technician of a visit leads the crew of its form',
  },
  {
    by: ['visit', 'registration', 'completion'],
    on: ['dispatchForm'],
    does: ['move', 'change'],
    because: 'the state of a form is derived from its order, its visits and their completion',
    named: 'the form is the one that the visit belongs to, named by its own pointer',
  },
  {
    by: ['dispatchForm', 'visit', 'completion', 'delay'],
    on: ['registration'],
    does: ['move', 'change'],
    because: 'the state and the clocks of an order mirror its forms, visits and completions',
    named: 'the order is the one that the form or visit belongs to, named by its own pointer',
  },
  {
    by: ['visit'],
    on: ['completion'],
    does: ['move'],
    because: 'a visit that is confirmed or sent back takes its completion along',
  },
  {
    by: ['visit'],
    on: ['visitFile'],
    does: ['submit'],
    because: 'photos of a closed door prove the end of the visit',
    named: 'the files belong to the visit that the person ends; the body is composed of it',
  },
] satisfies Effect[];
