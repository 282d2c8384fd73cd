/**
 * Resolves imports for Jest. Of Chakra the kit only takes the styled system, so its files get that alone: the index loads
 * 1,500 modules more, in every test file anew. Pages with all of Chakra (`kit/chakra`) and files of remotes get the index.
 */
export function sync(request, options) {
  const isOfKit = /[\\/]kit[\\/](?!chakra)/.test(options.basedir);
  const needed = request === '@chakra-ui/react' && isOfKit ? '@chakra-ui/react/styled-system' : request;
  return options.defaultResolver(needed, options);
}
