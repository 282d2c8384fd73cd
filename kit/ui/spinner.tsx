import { chakra } from '@chakra-ui/react';

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

/** Says what it waits for, in words and to screen readers. */
export function Spinner({ label }: { label: string }) {
  return (
    <Row role="status" data-part="spinner">
      <Ring aria-hidden />
      {label}
    </Row>
  );
}
