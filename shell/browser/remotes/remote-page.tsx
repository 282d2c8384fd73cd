import { showToast } from 'kit/toast/store';
import { Component } from 'react';
import { RemoteErrorCard, StaticIsland } from '../../app/remote-error-card.tsx';
import { type Entries, type FollowedEntries, readEntries, writeEntries } from './entries.ts';
import type { PageOutcome, PageSource } from './page-source.ts';

interface RemotePageProps {
  source: PageSource;
  /** The server's HTML of the page; it stays readable if the page fails. */
  serverHtml?: string | undefined;
  /** Returns what the visitor has typed into that HTML when the page replaces it. */
  takeEntries?: (() => FollowedEntries) | undefined;
}

/**
 * A page of a remote with its error handling: a card (or the server's HTML) replaces a failed page until a retry or the
 * previous release provides one. Typed input is carried over each time.
 */
export class RemotePage extends Component<RemotePageProps, PageOutcome> {
  override state: PageOutcome = this.props.source.outcome;

  static getDerivedStateFromError(): PageOutcome {
    return { Page: null };
  }

  override componentDidMount(): void {
    const entries = this.props.takeEntries?.();
    if (this.state.Page) {
      // React discards the server's HTML if an extension or a translation has changed it.
      if (entries?.areLost) writeEntries(document, entries);
      this.props.source.report('hydrated');
      return;
    }
    if (entries) writeEntries(document, entries);
    // componentDidCatch handles a page that loaded and threw in its first render.
    if (!this.props.source.outcome.Page) void this.#showPrevious();
  }

  override getSnapshotBeforeUpdate(): Entries {
    return readEntries(document);
  }

  override componentDidUpdate(_props: RemotePageProps, { Page }: PageOutcome, entries: Entries): void {
    if (Page !== this.state.Page) writeEntries(document, entries);
  }

  override componentDidCatch(error: unknown): void {
    this.props.source.failToRender(error);
    void this.#showPrevious();
  }

  override render() {
    const { Page } = this.state;
    const { serverHtml } = this.props;
    if (Page) return <Page />;
    return serverHtml === undefined ? (
      <RemoteErrorCard onRetry={this.#retry} />
    ) : (
      <StaticIsland html={serverHtml} onRetry={this.#retry} />
    );
  }

  #retry = async (): Promise<void> => {
    const outcome = await this.props.source.load();
    this.#show(outcome);
    if (outcome.Page && this.props.serverHtml !== undefined) showSuccess();
  };

  async #showPrevious(): Promise<void> {
    this.#show(await this.props.source.loadPrevious());
  }

  #show(outcome: PageOutcome | null): void {
    if (outcome?.Page) this.setState(outcome);
  }
}

/** The page looks unchanged, so a message says that it works now, and the focus moves before the notice disappears. */
function showSuccess(): void {
  showToast({ title: 'This page works again', tone: 'success' });
  if (document.activeElement?.closest('[role=alert]')) document.getElementById('main')?.focus({ preventScroll: true });
}
