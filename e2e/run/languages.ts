import { isOnPath } from '../../shell/platform/testing/object-store/is-on-path.ts';
import { canInstallPackages, installPackages } from './install.ts';

/** What runs the programs of the partners' guide, each with Debian's package. */
const languages = [
  { program: 'curl', package: 'curl' },
  { program: 'php', package: 'php-cli' },
  { program: 'python3', package: 'python3' },
] as const;

/**
 * Finds what runs the programs of the partners' guide, or installs it from Debian's packages. Returns a sentence for each language
 * whose programs are left out of this run.
 *
 * @throws Error when `TEST_LANGUAGES=all` insists on them and one cannot be had.
 */
export function findOrInstallLanguages(): string[] {
  const missing = findMissing();
  if (missing.length > 0 && canInstallPackages()) {
    console.log(`Installing ${missing.map(({ program }) => program).join(', ')} ...`);
    installPackages(missing.map((language) => language.package));
  }
  const leftOut = findMissing().map(
    (language) =>
      `The guide's programs are not tried with ${language.program}, which is not installed (Debian: apt-get install ${language.package}).`,
  );
  if (leftOut.length > 0 && process.env.TEST_LANGUAGES === 'all') throw new Error(leftOut.join('\n'));
  return leftOut;
}

const findMissing = () => languages.filter(({ program }) => !isOnPath(program));
