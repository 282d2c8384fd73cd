import path from 'node:path';

const kit = path.dirname(import.meta.dirname);
const withAllOfChakra = path.join(kit, 'chakra');

/**
 * Resolves imports for Jest. Of Chakra the kit only takes the styled system, so its files get that alone: the index loads
 * 1,500 modules more, in every test file anew. Pages with all of Chakra (`kit/chakra`) and files of remotes get the index.
 */
export function sync(request, options) {
  const { basedir, defaultResolver } = options;
  const isOfKit = basedir.startsWith(kit + path.sep) && basedir !== withAllOfChakra;
  const isChakra = request === '@chakra-ui/react';
  return defaultResolver(isChakra && isOfKit ? '@chakra-ui/react/styled-system' : request, options);
}
