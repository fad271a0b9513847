/**
 * The three kinds of products of these pages, each a chunk of its own: who looks at one fetches nothing of the others. One for all of its
 * pages, since what two chunks share comes with every page of the remote.
 */
import type { ComponentType } from 'react';

export const products = ['treasure', 'projects', 'loans'] as const;
export type Product = (typeof products)[number];

export const productOf = (named: string | null): Product => products.find((one) => one === named) ?? 'treasure';

type Load = () => Promise<ComponentType>;

/** What is offered. */
export const offers: Readonly<Record<Product, Load>> = {
  treasure: async () => (await import(/* webpackChunkName: "treasure" */ '../features/treasure/TreasureHome')).TreasureHome,
  projects: async () => (await import(/* webpackChunkName: "projects" */ '../features/projects/ProjectList')).ProjectList,
  loans: async () => (await import(/* webpackChunkName: "loans" */ '../features/loans/LoansHome')).LoansHome,
};

/** One of them, with what is needed to take it. */
export const details: Readonly<Record<'treasure' | 'projects', Load>> = {
  treasure: async () => (await import(/* webpackChunkName: "treasure" */ '../features/treasure/ProductView')).ProductView,
  projects: async () => (await import(/* webpackChunkName: "projects" */ '../features/projects/ProjectView')).ProjectView,
};

/** The person's own. */
export const orders: Readonly<Record<Product, Load>> = {
  treasure: async () => (await import(/* webpackChunkName: "treasure" */ '../features/treasure/TreasureOrders')).TreasureOrders,
  projects: async () => (await import(/* webpackChunkName: "projects" */ '../features/projects/ProjectOrders')).ProjectOrders,
  loans: async () => (await import(/* webpackChunkName: "loans" */ '../features/loans/LoanOrders')).LoanOrders,
};
