import { Portal } from '../features/portal/portal.tsx';

export function MyAgentPage() {
  return <Portal />;
}
