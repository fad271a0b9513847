/**
 * Makes `t` typed: the English catalogue is the list of keys. Everything that imports the kernel gets these types, so
 * a misspelt key does not compile. The namespaces of the first remotes are here; a remote made later brings its own in the
 * same way, in a declaration file of its own (docs/guides/new-remote.md), so that shared need not know it.
 */
import type { TextNamespaces } from 'i18next';
import type about from '@tessera/locales/en/about.json';
import type account from '@tessera/locales/en/account.json';
import type actions from '@tessera/locales/en/actions.json';
import type assets from '@tessera/locales/en/assets.json';
import type c2c from '@tessera/locales/en/c2c.json';
import type common from '@tessera/locales/en/common.json';
import type conversation from '@tessera/locales/en/conversation.json';
import type errors from '@tessera/locales/en/errors.json';
import type fairness from '@tessera/locales/en/fairness.json';
import type help from '@tessera/locales/en/help.json';
import type host from '@tessera/locales/en/host.json';
import type liabilities from '@tessera/locales/en/liabilities.json';
import type lists from '@tessera/locales/en/lists.json';
import type loans from '@tessera/locales/en/loans.json';
import type location from '@tessera/locales/en/location.json';
import type market from '@tessera/locales/en/market.json';
import type payees from '@tessera/locales/en/payees.json';
import type pictures from '@tessera/locales/en/pictures.json';
import type projects from '@tessera/locales/en/projects.json';
import type service from '@tessera/locales/en/service.json';
import type statement from '@tessera/locales/en/statement.json';
import type stepUp from '@tessera/locales/en/stepUp.json';
import type topup from '@tessera/locales/en/topup.json';
import type trade from '@tessera/locales/en/trade.json';
import type treasure from '@tessera/locales/en/treasure.json';
import type wallet from '@tessera/locales/en/wallet.json';
import type flash from '@tessera/locales/en/flash.json';
import type withdrawal from '@tessera/locales/en/withdrawal.json';

export type TextNamespace = keyof TextNamespaces;

declare module 'i18next' {
  interface TextNamespaces {
    about: typeof about;
    account: typeof account;
    actions: typeof actions;
    assets: typeof assets;
    c2c: typeof c2c;
    common: typeof common;
    conversation: typeof conversation;
    errors: typeof errors;
    fairness: typeof fairness;
    help: typeof help;
    host: typeof host;
    liabilities: typeof liabilities;
    lists: typeof lists;
    loans: typeof loans;
    location: typeof location;
    market: typeof market;
    payees: typeof payees;
    pictures: typeof pictures;
    projects: typeof projects;
    service: typeof service;
    statement: typeof statement;
    stepUp: typeof stepUp;
    topup: typeof topup;
    trade: typeof trade;
    treasure: typeof treasure;
    wallet: typeof wallet;
    flash: typeof flash;
    withdrawal: typeof withdrawal;
  }

  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: TextNamespaces;
    returnNull: false;
  }
}
