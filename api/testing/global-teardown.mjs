import { rmSync } from 'node:fs';

// biome-ignore lint/style/noDefaultExport: Jest calls the default export.
export default async function stopPostgres() {
  const { child, dataDir } = globalThis.testPostgres;
  await new Promise((resolve) => {
    child.once('exit', resolve);
    child.disconnect();
  });
  rmSync(dataDir, { recursive: true, force: true });
}
