import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';

const Ring = chakra('span', {
  base: {
    display: 'inline-block',
    flexShrink: '0',
    width: '1.25em',
    height: '1.25em',
    border: '2px solid',
    borderColor: 'line',
    borderTopColor: 'action',
    borderRadius: 'full',
    animation: 'spin 900ms linear infinite',
  },
});

const Row = chakra('span', { base: { display: 'inline-flex', alignItems: 'center', gap: '3' } });

/** A loading indicator with a visible label, which screen readers announce. */
export function Spinner({ label }: { label: string }) {
  return (
    <Row role="status" data-part="spinner">
      <Ring aria-hidden />
      {label}
    </Row>
  );
}

const Panel = chakra('div', {
  base: {
    background: 'surface',
    color: 'fg',
    border: '1px solid',
    borderColor: 'line',
    borderLeft: '4px solid',
    borderLeftColor: 'danger',
    borderRadius: 'sm',
    padding: '6',
    maxWidth: '40rem',
    '& > [data-part=title]': { textStyle: 'h4' },
    '& > [data-part=text]': { marginTop: '2', textWrap: 'pretty' },
    '& > [data-part=actions]': { display: 'flex', flexWrap: 'wrap', gap: '3', marginTop: '5' },
  },
});

interface ErrorPanelProps {
  title: string;
  children?: ReactNode | undefined;
  /** The button is pending until the returned promise settles. If the panel is still mounted then, it reports a failed retry. */
  onRetry?: (() => unknown) | undefined;
  retryLabel?: string | undefined;
  /** Further links or buttons. */
  actions?: ReactNode | undefined;
}

/** An error with a remedy. Screen readers announce it when it appears. */
export function ErrorPanel({ title, children, onRetry, retryLabel = 'Try again', actions }: ErrorPanelProps) {
  const [attempt, setAttempt] = useState<'none' | 'pending' | 'failed'>('none');
  const isPending = attempt === 'pending';

  const handleRetry = async () => {
    // The button is not disabled while it is pending, because it would lose the focus.
    if (isPending) return;
    const trying = onRetry?.();
    if (!(trying instanceof Promise)) return;
    setAttempt('pending');
    await trying.catch(() => {});
    setAttempt('failed');
  };

  return (
    <Panel role="alert">
      <p data-part="title">{title}</p>
      {children && <div data-part="text">{children}</div>}
      {attempt === 'failed' && <p data-part="text">That did not help. Please try again in a moment.</p>}
      {(onRetry || actions) && (
        <div data-part="actions">
          {onRetry && (
            <Button onClick={handleRetry} aria-disabled={isPending} aria-busy={isPending}>
              {isPending ? 'Trying again...' : retryLabel}
            </Button>
          )}
          {actions}
        </div>
      )}
    </Panel>
  );
}
