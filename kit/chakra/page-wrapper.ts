import type { ComponentType, ReactNode } from 'react';

type Wrapper = ComponentType<{ children: ReactNode }>;

let wrapper: Wrapper | null = null;

/** Called when the shared `@chakra-ui/react` has arrived in this tab. The pages that need it render only then. */
export function wrapPagesIn(component: Wrapper): void {
  wrapper = component;
}

/** What stands around a page that is about to render; null until a page of this tab has needed `@chakra-ui/react`. */
export function pageWrapper(): Wrapper | null {
  return wrapper;
}
