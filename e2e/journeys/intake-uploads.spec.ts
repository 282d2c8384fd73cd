import { goToStep } from '../support/intake-form.ts';
import { onePixel } from '../support/one-pixel.ts';
import { expect, openHydrated, test } from '../support/test.ts';

test('chosen files are shown by name and picture, refused by type, and can be removed', { tag: '@journey' }, async ({
  page,
}) => {
  await openHydrated(page, '/exotics-intake?step=3');
  const photos = page.getByLabel('Photos');
  await expect(photos).toHaveAttribute('accept', 'image/*');
  await photos.setInputFiles([onePixel('front.png'), onePixel('side.png')]);
  const shown = page.getByRole('listitem').filter({ hasText: 'front.png' });
  await expect(shown.locator('img')).toHaveJSProperty('naturalWidth', 1);
  await photos.setInputFiles([{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') }]);
  await expect(page.getByText('Not an image: notes.txt. Please choose image files.')).toBeVisible();
  await page.getByRole('button', { name: 'Next Step' }).click();
  await page.getByRole('button', { name: 'Previous' }).click();
  await page.getByRole('button', { name: 'Remove front.png' }).click();
  await expect(shown).toHaveCount(0);
  await expect(page.getByText('side.png')).toBeVisible();
  await expect(photos).toBeFocused();

  await goToStep(page, 6);
  await page.getByRole('radio', { name: 'Yes' }).check();
  await page.getByLabel('Contract file').setInputFiles([{ name: 'a.docx', mimeType: '', buffer: Buffer.from('x') }]);
  await expect(page.getByText('a.docx', { exact: true })).toBeVisible();
});
