/**
 * The data folder of the site under test, which commands work on.
 *
 * @throws Error when BASE_URL names a site whose data folder nobody named.
 */
export function siteDataFolder(): string {
  const folder = process.env.SITE_DATA_DIR;
  if (folder) return folder;
  throw new Error(
    'SITE_DATA_DIR is missing: with BASE_URL given by hand, set it to the data folder (DATA_DIR) of that site.',
  );
}
