import { contributing, type RoomServer, serving } from '#kernel/server';
import { collectionFollowers } from '#business/billing/collection/collection-followers.server.ts';
import { completionFollowers } from '#business/completion/completion/followers/completion-followers.server.ts';
import { machineTies } from '#business/customers/equipment/machine-ties.server.ts';
import { fileFollowers } from '#business/customers/service-file/file-followers.server.ts';
import { coverOffer } from '#business/intake/cover/cover-offer.server.ts';
import { takeScheme } from '#business/intake/cover/take-scheme.service.ts';
import { homeEvents } from '#business/intake/home/home-events.server.ts';
import { orderFollowers } from '#business/intake/registration/followers/order-followers.server.ts';
import { homeWords } from '#business/intake/cover/home-words.server.ts';
import { cockpitFigures } from '#business/system/quality/figures/figure.server.ts';
import { covered } from './cover/covered.figure.ts';
import { contractsOfHome } from './cover/home-has.server.ts';
import baseScheme from './catalogue/base-scheme.server.ts';
import schemeType from './catalogue/scheme-type.server.ts';
import { payerOfConsumables } from './cover/contract-payer.server.ts';
import { schemeOffer } from './cover/cover-offer.server.ts';
import { contractsOfCompletions } from './cover/follow-completions.server.ts';
import { contractsOfOrders } from './cover/follow-orders.server.ts';
import { takeForLead } from './cover/take.server.ts';
import { invariants } from './invariants.server.ts';
import schemeEquipment from './parts/scheme-equipment.server.ts';
import schemeSupplies from './parts/scheme-supplies.server.ts';
import { contractsOfHomes, listenForNames } from './scheme/follow-homes.server.ts';
import { schemeHomeEvents } from './scheme/home-events.server.ts';
import { schemeMachines } from './scheme/machine-ties.server.ts';
import { contractsOfCollections, moneyServices } from './scheme/money.server.ts';
import { ofSale } from './scheme/of-sale.server.ts';
import scheme from './scheme/scheme.server.ts';
import schemeUse from './uses/scheme-use.server.ts';

/** The server side of service contracts. */
export default {
  behaviours: [schemeType, baseScheme, scheme, schemeEquipment, schemeSupplies, schemeUse],
  services: [...moneyServices, ofSale, payerOfConsumables, serving(takeScheme, takeForLead)],
  invariants,
  contributions: [
    contributing(coverOffer, [schemeOffer]),
    contributing(homeWords, [{ name: 'contracts', words: contractsOfHome }]),
    contributing(cockpitFigures, [covered]),
    contributing(orderFollowers, [contractsOfOrders]),
    contributing(completionFollowers, [contractsOfCompletions]),
    contributing(collectionFollowers, [contractsOfCollections]),
    contributing(fileFollowers, [contractsOfHomes]),
    contributing(homeEvents, schemeHomeEvents),
    contributing(machineTies, schemeMachines),
  ],
  locks: [
    'registration',
    'dispatchForm',
    'visit',
    'completion',
    'equipment',
    { paper: 'schemeType' },
    { named: 'scheme types' },
    { paper: 'baseScheme' },
    { named: 'once asbasescheme ' },
    { paper: 'scheme', under: ['customerId', 'registerMainId'] },
    { paper: 'schemeEquipment', under: ['schemeId'], within: true },
    { paper: 'schemeSupplies', under: ['schemeId'], within: true },
    { paper: 'schemeUse', under: ['schemeId', 'registrationFormId'], within: true },
    { named: 'once asschemeequipment ' },
    { named: 'once asregistrationscheme ' },
    'collection',
    'message to ',
  ],
  startWork: listenForNames,
} satisfies RoomServer;
