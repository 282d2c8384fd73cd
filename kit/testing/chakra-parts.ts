/** The parts of Chakra that the kit imports. Jest's resolver gives them to the kit in place of the whole package. */
export { Box } from '@chakra-ui/react/box';
export { defaultBaseConfig } from '@chakra-ui/react/preset-base';
export * from '@chakra-ui/react/styled-system';
