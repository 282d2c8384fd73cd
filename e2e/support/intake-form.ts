import type { Locator, Page } from '@playwright/test';

/** The required text fields of step 1 of the exotic-car intake, by label. */
export const ownerFields = (email: string) => ({
  'Full name': 'Enzo Rossi',
  'Business name': 'Rossi Exotics',
  Phone: '(305) 555-0110',
  Email: email,
  'City & State': 'Miami, FL',
});

/** The required text fields of a vehicle, by label. */
export const vehicleFields = {
  Year: '2024',
  Make: 'Ferrari',
  Model: 'F8',
  Color: 'Rosso',
  'Daily rate': '$1,200',
  'Key features': 'V8',
};

export async function fillTexts(scope: Page | Locator, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    await scope.getByRole('textbox', { name: label, exact: true }).fill(text);
  }
}

export async function goToStep(page: Page, step: number): Promise<void> {
  await page.getByRole('link', { name: `Step ${step}` }).click();
}

/** The values of a vehicle in a draft, complete. */
export const draftVehicle = {
  year: '2024',
  make: 'Ferrari',
  model: 'F8',
  color: 'Red',
  dailyRate: '$1',
  keyFeatures: 'V8',
};

/** Stores a draft of a complete intake with these vehicles on the device, as the page at the origin of the site does. */
export async function storeDraft(page: Page, email: string, vehicles: readonly (typeof draftVehicle)[]): Promise<void> {
  const owner = {
    fullName: 'Enzo Rossi',
    businessName: 'Rossi',
    phone: '(305) 555-0110',
    email,
    cityState: 'Miami, FL',
  };
  await page.evaluate(
    (values) =>
      localStorage.setItem('exotic-car-intake-draft', JSON.stringify({ version: 1, savedAt: Date.now(), values })),
    { ...owner, budget: 'under-1000', vehicles },
  );
}

export async function sendIntake(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Submit Intake Form' }).click();
}
