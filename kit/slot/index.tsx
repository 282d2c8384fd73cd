import { loadRemote } from '@module-federation/enhanced/runtime';
import { useSite } from 'kit/site';
import { Component, type ComponentType, type ReactNode, useEffect, useState } from 'react';

/**
 * A place on a page for widgets of other remotes. It loads them once the page is hydrated, so the server and the first scripts
 * render nothing. A widget that cannot be loaded or throws disappears, and the page stays.
 */
export function Slot({ name }: { name: string }) {
  return useSite().slots?.widgets[name]?.map((module) => (
    <Containment key={module}>
      <Widget module={module} />
    </Containment>
  ));
}

function Widget({ module }: { module: string }) {
  const [Loaded, setLoaded] = useState<ComponentType | null>(null);
  useEffect(() => {
    let isHere = true;
    loadRemote<{ default: ComponentType }>(module).then(
      (loaded) => isHere && loaded && setLoaded(() => loaded.default),
      (error: unknown) => console.warn(`[slot] ${module} could not be loaded.`, error),
    );
    return () => {
      isHere = false;
    };
  }, [module]);
  if (!Loaded) return null;
  // The style sheets of a remote are limited to such an element.
  const [container] = module.split('/');
  return (
    <div data-remote={container} style={{ display: 'contents' }}>
      <Loaded />
    </div>
  );
}

class Containment extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  /** The shell reports uncaught errors to the remote whose script threw them, as `npx remote errors` shows. */
  override componentDidCatch(error: unknown) {
    globalThis.reportError?.(error);
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}
