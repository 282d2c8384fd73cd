import { Tooltip } from 'kit/tooltip';
import { Button } from 'kit/ui';
import { noDemoYet } from '../content/leads-page.ts';

/** "View Demo": the specification gives it no behaviour, so it says that there is nothing to see. */
export function ViewDemoButton() {
  return (
    <Tooltip text={noDemoYet}>
      <Button size="sm" variant="outline" aria-disabled>
        View Demo
      </Button>
    </Tooltip>
  );
}
