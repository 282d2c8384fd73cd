import { useState } from 'react';

/** What this remote exposes to others. */
export function Badge() {
  const [isOn, setOn] = useState(false);
  return (
    <button type="button" aria-pressed={isOn} onClick={() => setOn(!isOn)}>
      Badge {isOn ? 'on' : 'off'}
    </button>
  );
}
