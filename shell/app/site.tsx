import { Component, type ReactNode } from 'react';
import { Frame, Layout } from './layout/layout.tsx';
import { RemoteErrorCard } from './remote-error-card.tsx';

/** The frame and the current page. It is the element of the route that has all pages as its children. */
export function Site() {
  return (
    <FrameBoundary>
      <Layout />
    </FrameBoundary>
  );
}

/** Keeps the frame if something in it throws, so that the visitor can continue. */
class FrameBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <Frame>
        <RemoteErrorCard onRetry={this.#retry} />
      </Frame>
    );
  }

  #retry = async (): Promise<void> => this.setState({ hasFailed: false });
}
