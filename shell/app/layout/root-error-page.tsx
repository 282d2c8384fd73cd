import { RemoteErrorPage } from '../remote-error-page.tsx';
import { Frame } from './layout.tsx';

/** An error before any page was matched: the frame stays, so that the visitor can go on. */
export function RootErrorPage() {
  return (
    <Frame>
      <RemoteErrorPage />
    </Frame>
  );
}
