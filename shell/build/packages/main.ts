import path from 'node:path';
import { packagesFolder } from '../../settings/packages.ts';
import { repositoryRoot } from '../../settings/places.ts';
import { buildPackages } from './build-packages.ts';
import { checkPackages } from './check-packages.ts';
import { recordContents } from './package-contents.ts';

// npm run packages: the kit and the tool of squads as archives, which the site serves and `npm publish <file>` takes. With
// `-- --record` it notes what they hold, under their version (`--unserved`: once more, for one that no site has served yet).

try {
  const packages = await buildPackages();
  if (process.argv.includes('--check')) await checkPackages(packages);
  if (process.argv.includes('--record')) {
    await recordContents(packages, { unserved: process.argv.includes('--unserved') });
  }
  for (const { file, bytes } of packages) {
    console.log(`${path.relative(repositoryRoot, path.join(packagesFolder, file))}  ${Math.ceil(bytes / 1000)} kB`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
