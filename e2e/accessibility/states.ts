import type { Page } from '@playwright/test';
import { fillForm, newEmail, sendForm, siteFormOf } from '../support/site-forms.ts';
import { expect, openHydrated } from '../support/test.ts';

/** A state of a page in use. The journeys cover their own dialogs and wizard steps. */
interface PageState {
  what: string;
  path: string;
  /** True if a wide window shows the state elsewhere or in other colours. */
  wide?: true;
  reach: (page: Page) => Promise<void>;
}

async function sendLead(page: Page, status: number): Promise<void> {
  await page.route('**/api/leads', (route) => route.fulfill({ status, json: { message: 'Not today.' } }));
  await fillForm(page, siteFormOf('/hvac'), newEmail());
  await sendForm(page, siteFormOf('/hvac'));
  await expect(page.getByRole('region', { name: /notification/i }).getByRole('button')).toBeVisible();
}

export const pageStates: readonly PageState[] = [
  {
    what: 'the open menu',
    path: '/',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Menu' }).click();
      await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
    },
  },
  {
    what: 'the consultation form with the answers of the questionnaire',
    path: '/',
    reach: async (page) => {
      await page.getByLabel('Full Name').fill('Ada Hope');
      await page.getByRole('main').getByRole('button', { name: 'Continue with these answers' }).click();
      await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ada Hope');
    },
  },
  {
    what: 'a refused lead form and the back-to-top button',
    path: '/hvac',
    wide: true,
    reach: async (page) => {
      await page.getByRole('main').getByRole('button', { name: 'Get HVAC leads' }).last().click();
      await expect(page.getByRole('main').locator('[aria-invalid=true]').first()).toBeVisible();
      await expect(page.getByRole('button', { name: 'Back to top' })).toBeVisible();
    },
  },
  { what: 'the toast of a lead', path: '/hvac', wide: true, reach: (page) => sendLead(page, 201) },
  { what: 'the toast of a failure', path: '/hvac', reach: (page) => sendLead(page, 500) },
  {
    what: 'a tab without landing pages',
    path: '/leads',
    reach: async (page) => {
      await page.getByRole('tab', { name: 'Legal' }).click();
      await expect(page.getByRole('tab', { name: 'Legal', selected: true })).toBeVisible();
    },
  },
  {
    what: 'the card of a remote that failed',
    path: '/contact',
    reach: async (page) => {
      await page.route('**/remotes/mf-marketplace/**', (route) => route.abort());
      await page.getByRole('contentinfo').getByRole('link', { name: 'Leads for Sale' }).click();
      await expect(page.getByText('This page could not be loaded')).toBeVisible();
    },
  },
];

/** Returns the state of that name. */
export function stateOf(what: string): PageState {
  const state = pageStates.find((one) => one.what === what);
  if (!state) throw new Error(`There is no state "${what}"`);
  return state;
}

/** Opens a page and brings it into the state. */
export async function openState(page: Page, { path, reach }: PageState): Promise<void> {
  await page.unrouteAll();
  await openHydrated(page, path);
  await reach(page);
}
