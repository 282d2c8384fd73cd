import { afterEach, beforeEach } from '@jest/globals';
import { type FakeRoutes, renderWithKit, startFakeApi } from 'kit/testing';
import { saveDraft } from '../features/intake/draft/draft.tsx';
import { IntakePage } from '../pages/intake-page.tsx';
import { buildWizardValues } from './build-wizard-values.ts';

export const intakeCall = 'POST /api/exotic-car-intake';

/** The API's answer to an intake that it stored. */
export const created = {
  status: 201,
  body: { id: '0199c0de-7d1e-7c33-9d6f-1f0a4a2f8b11', reference: 'X-7F3K9Q', createdAt: '2026-11-20T09:30:00Z' },
};

type FakeApi = Awaited<ReturnType<typeof startFakeApi>>;

const running: FakeApi[] = [];

/** Opens the page at a step, with an API that accepts intakes by default; both are removed after the test. */
export async function openWizard(step = 1, routes: FakeRoutes = { [intakeCall]: created }) {
  const api = await startFakeApi(routes);
  running.push(api);
  const route = step === 1 ? '/exotics-intake' : `/exotics-intake?step=${step}`;
  return { api, ...renderWithKit(<IntakePage />, { route }) };
}

/** Opens a filled-in wizard, as for a returning visitor. */
export function openFilledWizard(step: number, routes?: FakeRoutes, overrides = {}) {
  saveDraft(buildWizardValues(overrides), Date.now());
  return openWizard(step, routes);
}

beforeEach(() => localStorage.clear());
afterEach(async () => {
  for (const api of running.splice(0).reverse()) await api.close();
});
