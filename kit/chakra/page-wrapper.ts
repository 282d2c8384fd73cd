import type { ComponentType, ReactNode } from 'react';

type Wrapper = ComponentType<{ children: ReactNode }>;

let wrapper: Wrapper | null = null;

/** The shared `@chakra-ui/react` calls this when it loads. Pages that need it render after that. */
export function wrapPagesIn(component: Wrapper): void {
  wrapper = component;
}

/** The wrapper of the next page that renders. Null until a page of this tab has needed `@chakra-ui/react`. */
export function pageWrapper(): Wrapper | null {
  return wrapper;
}
