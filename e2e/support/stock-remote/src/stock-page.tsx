import { useState } from 'react';
import { Badge } from './badge.tsx';

export function StockPage() {
  const [count, setCount] = useState(0);
  return (
    <>
      <h1>Built without our tools</h1>
      <button type="button" onClick={() => setCount(count + 1)}>
        Counted {count}
      </button>
      <Badge />
    </>
  );
}
