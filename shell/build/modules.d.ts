declare module 'chakra-styled-system/conditions.js' {
  import type { SystemContext } from '@chakra-ui/react';
  export function createConditions(options: {
    conditions: Record<string, string>;
    breakpoints: {
      conditions: Record<string, string>;
      keys: () => string[];
      getCondition: (name: string) => string | undefined;
    };
  }): SystemContext['conditions'];
}

declare module 'chakra-styled-system/css.js' {
  import type { SystemContext } from '@chakra-ui/react';
  export function createCssFn(context: {
    conditions: SystemContext['conditions'];
    normalize: (styles: object) => object;
    transform: (property: string, value: unknown) => object | undefined;
  }): SystemContext['css'];
}

declare module 'chakra-styled-system/cva.js' {
  import type { SystemContext } from '@chakra-ui/react';
  export function createRecipeFn(options: {
    css: SystemContext['css'];
    conditions: SystemContext['conditions'];
    normalize: (styles: object) => object;
    layers: { wrap: (layer: string, styles: object) => object };
  }): SystemContext['cva'];
}

declare module 'chakra-styled-system/expand-reference.js' {
  export function expandTokenReferences(value: string, resolve: (reference: string) => string | undefined): string;
}

declare module 'chakra-styled-system/normalize.js' {
  export function createNormalizeFn(context: {
    utility: { hasShorthand: boolean };
    normalize: (value: unknown) => unknown;
  }): (styles: object) => object;
}
