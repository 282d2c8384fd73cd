import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

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
    '& > [data-part=text]': { marginTop: '2' },
    '& > [data-part=actions]': { display: 'flex', flexWrap: 'wrap', gap: '3', marginTop: '5' },
  },
});

interface ErrorPanelProps {
  /** What went wrong. */
  title: string;
  /** What to do next. */
  children?: ReactNode | undefined;
  onRetry?: (() => void) | undefined;
  retryLabel?: string | undefined;
  /** More ways on: links, buttons. */
  actions?: ReactNode | undefined;
}

/** An error in words, with a way on; announced when it appears. */
export function ErrorPanel({ title, children, onRetry, retryLabel = 'Try again', actions }: ErrorPanelProps) {
  return (
    <Panel role="alert">
      <p data-part="title">{title}</p>
      {children && <div data-part="text">{children}</div>}
      {(onRetry || actions) && (
        <div data-part="actions">
          {onRetry && <Button onClick={onRetry}>{retryLabel}</Button>}
          {actions}
        </div>
      )}
    </Panel>
  );
}
