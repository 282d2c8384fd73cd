import { isOnPath } from '../../shell/platform/testing/object-store/is-on-path.ts';
import { canInstallPackages, installPackages } from './install.ts';

/** The interpreters of the programs in the partners' guide, each with its Debian package. */
const languages = [
  { program: 'curl', package: 'curl' },
  { program: 'php', package: 'php-cli' },
  { program: 'python3', package: 'python3' },
] as const;

/**
 * Finds the interpreters of the programs in the partners' guide, or installs them from Debian packages.
 * @returns a sentence for each language that this run leaves out
 * @throws Error if `TEST_LANGUAGES=all` requires one that is not available
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
