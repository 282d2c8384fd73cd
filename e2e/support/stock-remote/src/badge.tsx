import { useState } from 'react';

/** The component that this remote exposes to others. */
export function Badge() {
  const [isOn, setOn] = useState(false);
  return (
    <button type="button" aria-pressed={isOn} onClick={() => setOn(!isOn)}>
      Badge {isOn ? 'on' : 'off'}
    </button>
  );
}
