import { join } from 'node:path';

const kit = join(import.meta.dirname, 'kit');
const wholeChakra = [join(kit, 'chakra'), join(kit, 'testing')];
const chakraParts = join(kit, 'testing/chakra-parts.ts');

/**
 * The whole Chakra has 1,800 modules, which Jest would load anew for each test file; the kit needs 60 of them. Bundlers leave
 * out the others themselves.
 */
export function sync(request, { basedir, defaultResolver, ...options }) {
  const isOfKit = request === '@chakra-ui/react' && basedir.startsWith(kit) && !wholeChakra.includes(basedir);
  return isOfKit ? chakraParts : defaultResolver(request, { basedir, ...options });
}
