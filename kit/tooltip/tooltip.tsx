import { chakra } from '@chakra-ui/react';
import { cloneElement, type ReactElement, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createDelay } from './delay.ts';

/** Specification, section 9. */
const delay = createDelay({ open: 700, skip: 300 });
const margin = 8;

const Root = chakra('span', {
  base: {
    position: 'relative',
    display: 'inline-flex',
    '& > [role=tooltip]': {
      position: 'absolute',
      zIndex: 'toast',
      bottom: 'calc(100% + 8px)',
      left: '50%',
      translate: '-50% 0',
      width: 'max-content',
      maxWidth: 'min(20rem, 80vw)',
      padding: '2',
      paddingInline: '3',
      background: 'bg',
      color: 'fg',
      borderRadius: 'sm',
      boxShadow: 'float',
      fontSize: 'sm',
      lineHeight: '1.4',
      border: '1px solid',
      borderColor: 'line',
      animation: 'rise 150ms ease-out',
    },
  },
});
const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

interface TooltipProps {
  /** A few words. What must be known belongs on the page: a finger cannot hover. */
  text: string;
  /** One control that can have the focus. */
  children: ReactElement<{ 'aria-describedby'?: string | undefined }>;
}

/** Words that appear over a control on hover or focus after 0.7 s, at once right after another; Escape hides them. */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const bubble = useRef<HTMLSpanElement>(null);
  const cancel = useRef<() => void>(() => {});

  function show() {
    cancel.current();
    cancel.current = delay.whenDue(() => setOpen(true));
  }

  function hide() {
    cancel.current();
    if (open) delay.closed();
    setOpen(false);
  }

  useEffect(() => () => cancel.current(), []);
  useBrowserLayoutEffect(() => {
    if (open && bubble.current) keepInWindow(bubble.current);
  }, [open]);
  useEffect(() => {
    if (!open) return;
    const handleKey = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false);
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [open]);

  return (
    <Root onPointerEnter={show} onPointerLeave={hide} onFocus={show} onBlur={hide}>
      {cloneElement(children, { 'aria-describedby': id })}
      <span ref={bubble} id={id} role="tooltip" data-tone="ink" hidden={!open}>
        {text}
      </span>
    </Root>
  );
}

function keepInWindow(bubble: HTMLElement) {
  bubble.style.marginLeft = '0';
  const { left, right } = bubble.getBoundingClientRect();
  const overRight = Math.max(0, right + margin - document.documentElement.clientWidth);
  const overLeft = Math.max(0, margin - left);
  bubble.style.marginLeft = `${overLeft - overRight}px`;
}
