import path from 'node:path';
import { packagesFolder } from '../../settings/packages.ts';
import { repositoryRoot } from '../../settings/places.ts';
import { buildPackages } from './build-packages.ts';
import { checkPackages } from './check-packages.ts';

// npm run packages builds the kit and the tool of squads as archives, which the site serves and `npm publish <file>` takes. With
// `-- --check`, publint and Are the Types Wrong check them.

try {
  const packages = await buildPackages();
  if (process.argv.includes('--check')) await checkPackages(packages);
  for (const { file, bytes } of packages) {
    console.log(`${path.relative(repositoryRoot, path.join(packagesFolder, file))}  ${Math.ceil(bytes / 1000)} kB`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
