import { chakra } from '@chakra-ui/react/styled-system';
import {
  cloneElement,
  type PointerEvent,
  type ReactElement,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

/** In milliseconds (docs/specification.md#9): the delay before a tooltip opens, unless another one has just closed. */
const openDelay = 700;
const skipDelay = 300;
/** When a tooltip last closed. */
let closedAt = Number.NEGATIVE_INFINITY;

/** The distance in pixels between a tooltip and the edge that would clip it. */
const margin = 8;

/** Moves a centered tooltip sideways until neither the window nor a box around it, such as a card, clips it. */
function shiftIntoSight(bubble: HTMLElement): void {
  bubble.style.marginLeft = '0';
  const { left, right } = bubble.getBoundingClientRect();
  const edges = edgesAround(bubble);
  const overRight = Math.max(0, right + margin - edges.right);
  const overLeft = Math.max(0, edges.left + margin - left);
  bubble.style.marginLeft = `${overLeft - overRight}px`;
}

function edgesAround(element: HTMLElement): { left: number; right: number } {
  const edges = { left: 0, right: document.documentElement.clientWidth };
  for (let box = element.parentElement; box; box = box.parentElement) {
    if (getComputedStyle(box).overflowX === 'visible') continue;
    const { left, right } = box.getBoundingClientRect();
    edges.left = Math.max(edges.left, left);
    edges.right = Math.min(edges.right, right);
  }
  return edges;
}

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
    // An invisible bridge, so that moving the pointer from the control to the tooltip does not close it.
    '& > [role=tooltip]::after': { content: '""', position: 'absolute', insetInline: '0', top: '100%', height: '8px' },
  },
});

interface TooltipProps {
  /** A few words. Essential information belongs on the page, because not everybody finds a tooltip. */
  text: string;
  /** One focusable control. */
  children: ReactElement<{ 'aria-describedby'?: string | undefined }>;
}

/**
 * A tooltip that opens on hover or focus after 0.7 s, immediately after another one, and on a press, so that touch works as
 * well. Escape or a press elsewhere closes it.
 */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLSpanElement>(null);
  const bubble = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function show() {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(true), Date.now() - closedAt <= skipDelay ? 0 : openDelay);
  }

  function showAtOnce() {
    clearTimeout(timer.current);
    setOpen(true);
  }

  function hide() {
    clearTimeout(timer.current);
    if (open) closedAt = Date.now();
    setOpen(false);
  }

  /** Lifting a finger also fires this event; the tooltip stays open for reading. */
  function handleLeave({ pointerType }: PointerEvent) {
    if (pointerType !== 'touch') hide();
  }

  useEffect(() => () => clearTimeout(timer.current), []);
  useLayoutEffect(() => {
    if (open && bubble.current) shiftIntoSight(bubble.current);
  }, [open]);
  const close = useEffectEvent(hide);
  // Not after the browser has painted, because Escape would do nothing until then.
  useLayoutEffect(() => {
    if (!open) return;
    const handleKey = (event: KeyboardEvent) => event.key === 'Escape' && close();
    const handlePress = ({ target }: Event) => !root.current?.contains(target as Node) && close();
    document.addEventListener('keydown', handleKey);
    document.addEventListener('pointerdown', handlePress);
    return () => {
      document.removeEventListener('keydown', handleKey);
      document.removeEventListener('pointerdown', handlePress);
    };
  }, [open]);

  return (
    <Root
      ref={root}
      onPointerEnter={show}
      onPointerLeave={handleLeave}
      onPointerDown={showAtOnce}
      onFocus={show}
      onBlur={hide}
    >
      {cloneElement(children, { 'aria-describedby': id })}
      <span ref={bubble} id={id} role="tooltip" data-tone="ink" hidden={!open}>
        {text}
      </span>
    </Root>
  );
}
