import { chakra } from 'kit/ui';
import { useEffect, useRef } from 'react';

const Label = chakra('label', {
  base: {
    display: 'block',
    marginBlock: '2rem 1.5rem',
    color: 'muted',
    fontSize: 'sm',
    // The margin keeps the focus ring off the label.
    '& input': {
      display: 'block',
      width: '100%',
      height: '2.75rem',
      marginTop: '2',
      accentColor: 'var(--k-colors-accent)',
    },
  },
});

interface SliderProps {
  label: string;
  /** From 0. */
  value: number;
  max: number;
  /** The value as a text for screen readers. */
  valueText: string;
  onChange: (value: number) => void;
}

/** A slider for the time axis of a drawing. */
export function Slider({ label, max, value, valueText, onChange }: SliderProps) {
  const input = useRef<HTMLInputElement>(null);
  // The slider may be moved before the scripts come.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the value before the scripts is read from the input
  useEffect(() => {
    if (input.current) onChange(input.current.valueAsNumber);
  }, []);
  return (
    <Label>
      {label}
      <input
        ref={input}
        type="range"
        min={0}
        max={max}
        value={value}
        aria-valuetext={valueText}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
    </Label>
  );
}
